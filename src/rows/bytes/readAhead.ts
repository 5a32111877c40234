import type { ByteAccess } from './byteAccess.js';
import type { Stretch } from './reading.js';

/** A page waits as long for the first byte of a piece as for the next million, so pieces are large. */
const READ_AHEAD_PIECE = 2 ** 22;
/** What is read where nobody has said how much will be wanted; twice as much each time it goes on. */
const FIRST_PIECE = 2 ** 18;
/** What is held, at most, unless one piece is more. */
const MAX_AHEAD_BYTES = 2 ** 24;
/** It is cheaper to read what lies between two stretches than to read twice. */
const GAP = 2 ** 16;

/** Bytes of a file that are there, or on their way. */
interface ComingPiece extends Stretch {
  bytes: Promise<Uint8Array>;
}

/** Reads files in large pieces: those that are known to be wanted are on their way while others are worked on. */
export class ReadAhead {
  /** Those that were wanted last come last. */
  private pieces: ComingPiece[] = [];
  private plan: ReadPlan = { stretches: [], piece: READ_AHEAD_PIECE };
  /** A packed file cannot be read in two places: one slice at a time. */
  private last: Promise<unknown> = Promise.resolve();

  constructor(private readonly accessTo: (file: number) => ByteAccess) {}

  /** What is read from now on. */
  expect(stretches: readonly Stretch[]): void {
    this.plan = readPlanOf(stretches);
    this.begin(this.plan);
  }

  /** What will be read after that; unless there is no room for both. */
  prepare(stretches: readonly Stretch[]): void {
    const plan = readPlanOf(stretches);
    if (plan.stretches.length * plan.piece <= MAX_AHEAD_BYTES / 4) this.begin(plan);
  }

  private begin({ stretches, piece }: ReadPlan): void {
    for (const { file, from, to } of stretches) if (!this.held(file, from)) this.start(file, from, Math.min(to, from + piece));
  }

  /** Bytes from a place on: as many as there is room for, or fewer; 0 at the end. */
  async read(file: number, into: Uint8Array, at: number): Promise<number> {
    if (at >= this.accessTo(file).size || into.length === 0) return 0;
    const { stretches, piece: usual } = this.plan;
    const stretch = stretches.find((each) => each.file === file && each.from <= at && at < each.to);
    const behind = (from: number): number => (stretch ? Math.min(stretch.to, from + usual) : this.guess(file, from, into.length));
    const piece = this.held(file, at) ?? this.start(file, at, behind(at));
    if (stretch && piece.to < stretch.to && !this.held(file, piece.to)) this.start(file, piece.to, behind(piece.to));
    const bytes = await piece.bytes;
    const part = bytes.subarray(at - piece.from, at - piece.from + into.length);
    into.set(part);
    return part.length;
  }

  /** How far to read where it is not known. */
  private guess(file: number, at: number, least: number): number {
    const before = this.pieces.at(-1);
    const goesOn = before && before.file === file && before.to === at;
    return at + Math.max(least, Math.min(READ_AHEAD_PIECE, goesOn ? 2 * (before.to - before.from) : FIRST_PIECE));
  }

  /** The piece that a byte is in, which is now the one wanted last. */
  private held(file: number, at: number): ComingPiece | undefined {
    const place = this.pieces.findLastIndex((each) => each.file === file && each.from <= at && at < each.to);
    if (place < 0) return undefined;
    const [piece] = this.pieces.splice(place, 1);
    this.pieces.push(piece);
    return piece;
  }

  private start(file: number, from: number, wanted: number): ComingPiece {
    const access = this.accessTo(file);
    const to = Math.min(wanted, access.size);
    const slice = async (): Promise<Uint8Array> => new Uint8Array(await access.slice(from, to));
    const bytes = access.blob ? slice() : this.last.then(slice);
    // If this fails, who asks for it hears of it.
    this.last = bytes.catch(() => {});
    const piece = { file, from, to, bytes };
    this.pieces.push(piece);
    let held = this.pieces.reduce((sum, each) => sum + each.to - each.from, 0);
    while (held > MAX_AHEAD_BYTES && this.pieces.length > 1) {
      const [dropped] = this.pieces.splice(0, 1);
      held -= dropped.to - dropped.from;
    }
    return piece;
  }
}

/** What is to be read, and in pieces of how many bytes. */
interface ReadPlan {
  stretches: readonly Stretch[];
  piece: number;
}

/** All at once, if that is little; else some of each stretch, for they may be read side by side. */
function readPlanOf(stretches: readonly Stretch[]): ReadPlan {
  const together = joined(stretches);
  const bytes = together.reduce((sum, { from, to }) => sum + to - from, 0);
  if (bytes <= MAX_AHEAD_BYTES / 2) return { stretches: together, piece: READ_AHEAD_PIECE };
  return { stretches, piece: Math.min(READ_AHEAD_PIECE, Math.floor(MAX_AHEAD_BYTES / 2 / stretches.length)) };
}

/** Stretches in order, those that nearly touch as one. */
function joined(stretches: readonly Stretch[]): Stretch[] {
  const found: Stretch[] = [];
  for (const each of [...stretches].sort((a, b) => a.file - b.file || a.from - b.from)) {
    const before = found.at(-1);
    if (before && before.file === each.file && each.from <= before.to + GAP) before.to = Math.max(before.to, each.to);
    else found.push({ ...each });
  }
  return found;
}
