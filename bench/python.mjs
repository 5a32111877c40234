// The Python that has numpy, scipy, scikit-learn and pandas: PYTHON, or the one of bench/.venv (rivals/README.md), or the system's.
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const own = fileURLToPath(new URL(process.platform === 'win32' ? '.venv/Scripts/python.exe' : '.venv/bin/python', import.meta.url));
export const python = process.env.PYTHON ?? (existsSync(own) ? own : 'python3');
