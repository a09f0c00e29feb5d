import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { languageOfFile } from '@fleetdeck/contract/script-language'
import { type Script, scripts } from '@fleetdeck/contract/scripts'
import { defineCommand } from '../command.ts'
import { ExitCode, Failure, notFound } from '../failure.ts'
import { listScripts } from '../find-rows.ts'
import { fileOf, type Project, requireProject, writeProject } from '../project.ts'
import { baseOnServer, entryOf, isChangedHere, md5 } from '../script-base.ts'
import type { ServerClient } from '../server-client.ts'

interface Pulled {
  file: string
  script: string
  version: string
  change: 'new' | 'updated' | 'unchanged'
}

export const pullCommand = defineCommand({
  name: 'pull',
  text: 'writes scripts of the server with their parameters into the folder',
  words: [{ name: 'SCRIPT', isOptional: true, isList: true, suggests: 'scripts' }],
  options: { force: { text: 'overwrite files that have changed here' } },
  notes: ['Without SCRIPT: all scripts that you may change.'],
  async run({ words, values }, { client, output }) {
    const project = await requireProject()
    const server = await client()
    const chosen = choose(await listScripts(server), words)
    const plan = await Promise.all(chosen.map((script) => toPlan(project, script)))
    const clashes = plan.filter(({ isClash }) => isClash && !values.force)
    if (clashes.length)
      throw new Failure(
        ExitCode.conflict,
        `Changed here: ${clashes.map(({ file }) => file).join(', ')}. Push the changes, or overwrite them with --force.`,
      )
    const pulled: Pulled[] = []
    for (const { script, file, change } of plan) {
      if (change !== 'unchanged') await writeScript(server, project, { script, file })
      pulled.push({ file, script: script.scriptName, version: script.version, change })
    }
    await writeProject(project)
    output.result(pulled, () =>
      pulled
        .map(({ file, script, version, change }) => `${change.padEnd(9)} ${file} (${script} ${version})`)
        .join('\n'),
    )
    return ExitCode.done
  },
})

function choose(all: Script[], names: string[]): Script[] {
  if (!names.length) return all.filter(({ isMine }) => isMine).sort((one, other) => one.id - other.id)
  return names.map((name) => {
    const script =
      all.find(({ scriptName }) => scriptName === name) ?? all.find(({ id }) => String(id) === name)
    if (!script) throw notFound(`The script “${name}” does not exist, or you cannot see it`)
    if (!script.isMine)
      throw new Failure(ExitCode.notAllowed, `You may use the script “${name}”, but not see its text`)
    return script
  })
}

const contentOf = (project: Project, file: string) =>
  readFile(fileOf(project, file)).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })

async function toPlan(project: Project, script: Script) {
  const known = Object.entries(project.scripts).find(([, { id }]) => id === script.id)
  const [file, entry] = known ?? [freeName(project, script), undefined]
  // Two scripts of one name must not get one file.
  if (!known) project.scripts[file] = { ...entryOf(script), base: '' }
  const content = await contentOf(project, file)
  if (!content) return { script, file, change: 'new' as const, isClash: false }
  const isSame = md5(content) === script.fileMd5 && entry?.base === baseOnServer(script)
  const isEdited = entry ? isChangedHere(entry, content) : md5(content) !== script.fileMd5
  return {
    script,
    file,
    change: isSame && !isEdited ? ('unchanged' as const) : ('updated' as const),
    isClash: isEdited,
  }
}

/** A name that file systems and shells can use, and that no other script has. */
function freeName({ scripts: taken }: Project, { scriptName, id, originalName }: Script): string {
  const name =
    scriptName.replace(/[^\p{L}\p{N}._-]+/gu, '-').replace(/^[.-]+|[.-]+$|\.[jt]s$/g, '') || `script-${id}`
  const used = new Set(Object.keys(taken).map((key) => key.toLowerCase()))
  const ending = languageOfFile(originalName)
  const file = `${name}.${ending}`
  return used.has(file.toLowerCase()) ? `${name}-${id}.${ending}` : file
}

async function writeScript(
  server: ServerClient,
  project: Project,
  { script, file }: { script: Script; file: string },
): Promise<void> {
  const { text } = await server.call(scripts.text, { query: { versionId: script.versionId } })
  const target = fileOf(project, file)
  await mkdir(path.dirname(target), { recursive: true })
  await writeFile(target, text)
  project.scripts[file] = entryOf(script)
}
