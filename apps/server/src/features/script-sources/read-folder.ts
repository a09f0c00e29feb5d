import { createHash } from 'node:crypto'
import { ProjectFile, projectFileName } from '@fleetdeck/contract/project-file'
import type { ScriptParam } from '@fleetdeck/contract/script-params'
import {
  maxSourceFiles,
  type SkipReason,
  type SourceFailure,
  type SourceResult,
} from '@fleetdeck/contract/script-sources'
import { checkContent } from '../../domain/scripts/script-file.ts'
import type { Repository, TreeFile } from '../../platform/git/repository.ts'

/** Why the content of a repository cannot be used. */
export class FolderError extends Error {
  readonly failure: Extract<SourceFailure, 'tooManyFiles' | 'projectFileWrong' | 'tooLarge'>

  constructor(failure: FolderError['failure'], message = '') {
    super(message)
    this.failure = failure
  }
}

export interface FoundScript {
  /** Path in the folder. */
  file: string
  name: string
  params: ScriptParam[]
  content: Buffer
  /** Of all of this. */
  hash: string
}

export interface FolderContent {
  scripts: FoundScript[]
  skipped: SourceResult['skipped']
}

interface Entry {
  file: string
  name: string
  params: ScriptParam[]
}

const maxBytes = 64 * 1024 * 1024
const maxProjectBytes = 1024 * 1024
const longestName = 50

/** @param limit of one file, in bytes */
export async function readFolder(
  repository: Repository,
  { sha, folder, limit }: { sha: string; folder: string; limit: number },
): Promise<FolderContent> {
  const listed = await repository.files(sha, folder)
  const project = listed.find(({ path }) => path === projectFileName)
  const named = project ? await readProject(repository, project) : []
  const entries = named.length ? named : plainEntries(listed)
  if (entries.length > maxSourceFiles) throw new FolderError('tooManyFiles', String(entries.length))
  const files = named.length
    ? await repository.files(
        sha,
        folder,
        entries.flatMap(({ file }) => (isInside(file) ? [file] : [])),
      )
    : listed
  const found = new Map(files.map((file) => [file.path, file]))
  const skipped: FolderContent['skipped'] = []
  const chosen: (Entry & TreeFile)[] = []
  const names = new Set<string>()
  for (const entry of entries) {
    const file = found.get(entry.file)
    const reason = file ? reasonToSkip(entry, file, { names, limit }) : 'fileMissing'
    if (file && !reason) chosen.push({ ...entry, ...file })
    else skipped.push({ file: entry.file, reason: reason ?? 'fileMissing' })
    if (!reason) names.add(entry.name)
  }
  if (chosen.reduce((sum, { size }) => sum + size, 0) > maxBytes) throw new FolderError('tooLarge')
  const contents = await repository.contents(chosen)
  const scripts = chosen.flatMap(({ file, name, params }, place) => {
    const content = contents[place] ?? Buffer.alloc(0)
    if (isText(content)) return [{ file, name, params, content, hash: hashOf(name, params, content) }]
    skipped.push({ file, reason: 'fileNotText' })
    return []
  })
  return { scripts, skipped }
}

function reasonToSkip(
  { name }: Entry,
  { size }: TreeFile,
  { names, limit }: { names: ReadonlySet<string>; limit: number },
): SkipReason | undefined {
  if (name.length > longestName) return 'nameLength'
  if (names.has(name)) return 'nameTaken'
  return size > limit ? 'fileTooLarge' : undefined
}

const isInside = (file: string) => !file.startsWith('/') && !file.split('/').includes('..')

const withoutEnding = (file: string) => (file.split('/').at(-1) ?? file).replace(/\.m?[jt]s$/, '')

const plainEntries = (files: TreeFile[]): Entry[] =>
  files
    .filter(({ path }) => /\.[jt]s$/.test(path) && !/\.(?:test\.[jt]s|d\.ts)$/.test(path))
    .map(({ path }) => ({ file: path, name: withoutEnding(path), params: [] }))

async function readProject(repository: Repository, file: TreeFile): Promise<Entry[]> {
  if (file.size > maxProjectBytes) throw new FolderError('projectFileWrong', `${file.size} bytes`)
  const [content] = await repository.contents([file])
  const { scripts } = parseProject(content?.toString('utf8') ?? '')
  const entries = Object.entries(scripts).map(([path, { name, params }]) => {
    const plain = path.replace(/^(?:\.\/)+/, '')
    return { file: plain, name: name ?? withoutEnding(plain), params }
  })
  return [...new Map(entries.map((entry) => [entry.file, entry])).values()]
}

function parseProject(text: string): ProjectFile {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch (error) {
    throw new FolderError('projectFileWrong', (error as Error).message)
  }
  const parsed = ProjectFile.safeParse(json)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw new FolderError('projectFileWrong', issue && `${issue.path.join('.')}: ${issue.code}`)
}

function isText(content: Buffer): boolean {
  try {
    checkContent('script.js', content)
    return true
  } catch {
    return false
  }
}

const hashOf = (name: string, params: ScriptParam[], content: Buffer) =>
  createHash('sha256')
    .update(JSON.stringify([name, params]))
    .update('\0')
    .update(content)
    .digest('hex')
