import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { ProjectEntry, ProjectFile, projectFileName } from '@fleetdeck/contract/project-file'
import { z } from 'zod'
import { wrongUse } from './failure.ts'

export const projectFile = projectFileName

const NamedScript = ProjectEntry.extend({ name: z.string(), platform: z.string() })
export type ProjectScript = z.output<typeof NamedScript>

const ProjectContent = ProjectFile.extend({ scripts: z.record(z.string(), NamedScript).default({}) })
type ProjectContent = z.output<typeof ProjectContent>

/** A folder with fleetdeck.json. */
export interface Project extends ProjectContent {
  folder: string
}

/** The nearest folder with the file, from the present one upwards. */
export async function findProject(from = process.cwd()): Promise<Project | undefined> {
  for (let folder = path.resolve(from); ; folder = path.dirname(folder)) {
    if (existsSync(path.join(folder, projectFile))) return readProject(folder)
    if (folder === path.dirname(folder)) return undefined
  }
}

export async function requireProject(): Promise<Project> {
  const project = await findProject()
  if (!project) throw wrongUse(`There is no ${projectFile} here. Run “fleetdeck init” first.`)
  return project
}

async function readProject(folder: string): Promise<Project> {
  const file = path.join(folder, projectFile)
  const content = await readFile(file, 'utf8')
  try {
    return { ...ProjectContent.parse(JSON.parse(content)), folder }
  } catch (error) {
    const reason = error instanceof z.ZodError ? z.prettifyError(error) : (error as Error).message
    throw wrongUse(`${file} is not valid: ${reason}`)
  }
}

export async function writeProject({ folder, server, scripts }: Project): Promise<void> {
  const sorted = Object.fromEntries(Object.entries(scripts).sort(([one], [other]) => (one < other ? -1 : 1)))
  const content = { ...(server && { server }), scripts: sorted }
  await writeFile(path.join(folder, projectFile), `${JSON.stringify(content, undefined, 2)}\n`)
}

/** The file's name in fleetdeck.json. */
export function keyOf({ folder }: Pick<Project, 'folder'>, file: string): string {
  const relative = path.relative(folder, path.resolve(file))
  if (relative.startsWith('..') || path.isAbsolute(relative))
    throw wrongUse(`${file} is outside of ${folder}`)
  return relative.split(path.sep).join('/')
}

/** A file that fleetdeck.json names; it cannot lead out of the folder. */
export function fileOf(project: Pick<Project, 'folder'>, key: string): string {
  const file = path.join(project.folder, key)
  keyOf(project, file)
  return file
}
