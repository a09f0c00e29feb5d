import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, symlinkSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

const root = path.resolve(import.meta.dirname, '../../../..')
const ours = '@fleetdeck'
const sources = /^(docs|packages|apps|e2e|bench|scripts|[^.].*\.(json|ts)|\.dependency-cruiser\.cjs)$/
const made = new Set(['node_modules', 'dist', '.cache'])

export interface ProjectCopy {
  folder: string
  /** Runs a script of the copy, or a program of its packages, and returns its output. Fails as the program fails. */
  run(program: string, ...given: string[]): Promise<string>
  remove(): Promise<void>
}

/** This project in a separate folder: its sources are copies, third-party packages are linked. */
export function copyProject(): ProjectCopy {
  const folder = mkdtempSync(path.join(tmpdir(), 'project-'))
  for (const name of readdirSync(root).filter((each) => sources.test(each)))
    cpSync(path.join(root, name), path.join(folder, name), {
      recursive: true,
      filter: (file) => !made.has(path.basename(file)),
    })
  linkPackages(folder)
  return {
    folder,
    run: (program, ...given) => run(folder, program, given),
    remove: () => rm(folder, { recursive: true, force: true }),
  }
}

function linkPackages(folder: string): void {
  const [from, to] = [path.join(root, 'node_modules'), path.join(folder, 'node_modules')]
  mkdirSync(path.join(to, ours), { recursive: true })
  for (const name of readdirSync(from).filter((each) => each !== ours && !each.startsWith('.')))
    symlinkSync(path.join(from, name), path.join(to, name))
  for (const place of ['packages', 'apps'])
    for (const name of readdirSync(path.join(root, place)))
      symlinkSync(path.join(folder, place, name), path.join(to, ours, name))
}

function run(cwd: string, program: string, given: string[]): Promise<string> {
  const script = path.join(cwd, program)
  // The copy tests itself on the embedded database, independently of the test that created it.
  const env = Object.entries(process.env).filter(([name]) => !/^(VITEST|TEST_)/.test(name))
  return new Promise((resolve, reject) => {
    const options = { cwd, env: Object.fromEntries(env), maxBuffer: 1 << 26 }
    execFile(process.execPath, [script, ...given], options, (error, stdout, stderr) => {
      if (error) reject(new Error([program, ...given, '\n', stdout, stderr].join(' ')))
      else resolve(stdout)
    })
  })
}
