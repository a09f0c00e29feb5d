import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

/** Like a full disk or a quota: limits the size of the files of this process; bytes, or 'unlimited'. */
export const limitFiles = (bytes: string) =>
  promisify(execFile)('prlimit', ['--pid', String(process.pid), `--fsize=${bytes}:unlimited`])
