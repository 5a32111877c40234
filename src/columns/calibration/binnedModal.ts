import { createEngine } from '../../core/engine.js';
import type { Backend, Kernels } from '../../kernels/kernels.js';
import { Bins } from '../ranking/histogram.js';
import { BinnedCalibration } from './binnedCalibration.js';
import { BinnedCells } from './binnedCells.js';
import { BIN_ROWS, BinRoom } from './binRoom.js';
import type { Details } from './details.js';
import type { ModalCalibration } from './modalCalibration.js';

/** The calibration of modal estimates, more than are kept, in memory of its own that does not grow. */
export class BinnedModal {
  private readonly room: BinRoom;
  private readonly cells: BinnedCells;
  private readonly calibration: BinnedCalibration | undefined;

  private constructor(
    kernels: Kernels,
    private readonly bins: Bins,
    private readonly details: Details | undefined,
  ) {
    this.room = new BinRoom(kernels);
    this.cells = new BinnedCells(kernels, bins);
    if (details) this.calibration = new BinnedCalibration(kernels, bins, details.bins, details.z);
  }

  static async create(backend: Backend, details: Details | undefined): Promise<BinnedModal> {
    const bins = new Bins(2 ** 16);
    const memory = BinRoom.bytes(0) + BinnedCells.bytes(bins) + BinnedCalibration.bytes(bins);
    return new BinnedModal((await createEngine({ backend, memory })).kernels, bins, details);
  }

  /** Negative where the modal class was not the true one. */
  add(values: Float64Array): void {
    const { room, bins } = this;
    for (let from = 0; from < values.length; from += BIN_ROWS) {
      const some = values.subarray(from, from + BIN_ROWS);
      room.x.set(some);
      room.place(bins, some.length);
      this.cells.add(room.x, some.length, room.places);
      this.calibration?.add(room, some.length);
    }
  }

  finish(): ModalCalibration {
    const { cells, calibration, details } = this;
    const miscalibration = cells.finish();
    return calibration ? { miscalibration, modal: calibration.finish(), ...(details?.cells ? { cells: null } : {}) } : { miscalibration };
  }
}
