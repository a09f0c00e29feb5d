import { readFile } from 'node:fs/promises'
import { isDeepStrictEqual } from 'node:util'
import { HotScriptDraft, hotScripts, hotStages } from '@fleetdeck/contract/hot-scripts'
import { platforms } from '@fleetdeck/contract/platforms'
import type { ScriptFinding } from '@fleetdeck/contract/script-findings'
import { languageOfFile } from '@fleetdeck/contract/script-language'
import { longestScriptText, type Script, scripts } from '@fleetdeck/contract/scripts'
import { defineCommand } from '../command.ts'
import { diffLines } from '../diff-lines.ts'
import { ExitCode, Failure, notFound, wrongUse } from '../failure.ts'
import { listScripts } from '../find-rows.ts'
import { findingText, findWrong } from '../findings.ts'
import { fileOf, keyOf, type Project, type ProjectScript, requireProject, writeProject } from '../project.ts'
import { baseOnServer, entryOf, isChangedHere, md5 } from '../script-base.ts'
import type { ServerClient } from '../server-client.ts'

/** behind: only the server has changed. */
type Change = 'new' | 'changed' | 'unchanged' | 'behind'
interface Plan {
  file: string
  entry: ProjectScript
  content: string
  change: Change
  /** As the server has it. */
  script?: Script
}

interface Pushed {
  file: string
  script: string
  version: string
  change: Change | 'hot'
  findings: ScriptFinding[]
}

export const pushCommand = defineCommand({
  name: 'push',
  text: 'saves changed scripts of the folder as new versions, and new ones',
  words: [{ name: 'FILE', isOptional: true, isList: true, suggests: 'files' }],
  options: {
    'dry-run': { text: 'only show the changes' },
    strict: { text: 'save nothing if a script has findings; exit code 1' },
    force: { text: 'overwrite changes that were made in the console since the last pull' },
    version: { value: 'VERSION', text: 'the new version (default: the next number)' },
    note: { value: 'TEXT', text: 'note of the new version' },
    hot: {
      value: 'PERCENT',
      text: `publish as a hot update for ${hotStages.join(', ')}% of the phones`,
      suggests: hotStages.map(String),
    },
  },
  notes: [
    'Without FILE: all files of fleetdeck.json. If one of them has a conflict, none is saved.',
    'Misspelt functions and wrong numbers of arguments are shown with their lines and columns.',
  ],
  async run({ words, values }, { client, output }) {
    const project = await requireProject()
    const hot = readHot(values.hot)
    const server = await client()
    const known = new Map((await listScripts(server)).map((script) => [Number(script.id), script]))
    const keys = words.length ? words.map((word) => keyOf(project, word)) : Object.keys(project.scripts)
    const plans = await Promise.all(keys.map((key) => toPlan(project, key, known)))
    refuseConflicts(plans, values.force)
    const findings = await findAll(server, plans)
    for (const [file, found] of findings) for (const one of found) output.note(findingText(file, one))
    if (values.strict && findings.size > 0)
      throw new Failure(ExitCode.failed, `Nothing was saved: ${[...findings.keys()].join(', ')} has findings`)
    const findingsOf = (file: string) => findings.get(file) ?? []
    if (values['dry-run']) {
      const changes = await Promise.all(
        plans.map(async (plan) => ({ ...(await describe(server, plan)), findings: findingsOf(plan.file) })),
      )
      output.result(changes, () => changes.map(({ text }) => text).join('\n'))
      return ExitCode.done
    }
    const pushed: Pushed[] = []
    const saving = { server, project, isForced: values.force, version: values.version, note: values.note }
    for (const plan of plans) {
      const { file, entry, change } = plan
      const version = hot ? await publishHot(saving, plan, hot) : await save(saving, plan)
      pushed.push({
        ...{ file, script: entry.name, version, findings: findingsOf(file) },
        change: hot && isToSave(plan) ? 'hot' : change,
      })
    }
    output.result(pushed, () =>
      pushed
        .map(({ file, script, version, change }) => `${change.padEnd(9)} ${file} (${script} ${version})`)
        .join('\n'),
    )
    return ExitCode.done
  },
})

const isToSave = ({ change }: Plan) => change === 'new' || change === 'changed'

/** Findings of what is saved, by file. */
async function findAll(server: ServerClient, plans: Plan[]): Promise<Map<string, ScriptFinding[]>> {
  const all = new Map<string, ScriptFinding[]>()
  for (const { file, content } of plans.filter(isToSave)) {
    const found = await findWrong(server, { content, scriptLanguage: languageOfFile(file) })
    if (found.length > 0) all.set(file, found)
  }
  return all
}

function readHot(text: string | undefined) {
  const percent = hotStages.find((stage) => String(stage) === text)
  if (text !== undefined && percent === undefined)
    throw wrongUse(`--hot must be one of ${hotStages.join(', ')}`)
  return percent
}

async function toPlan(project: Project, file: string, known: Map<number, Script>): Promise<Plan> {
  const entry = project.scripts[file]
  if (!entry)
    throw wrongUse(
      `${file} is not in fleetdeck.json. Add {"name": "…", "platform": "…"} under “scripts” first.`,
    )
  const content = await readText(project, file)
  if (entry.id === undefined) return { file, entry, content, change: 'new' }
  const script = known.get(entry.id)
  if (!script)
    throw notFound(
      `${file}: script ${entry.id} does not exist, or you cannot see it. Remove its “id” to add it again.`,
    )
  if (!script.isMine)
    throw new Failure(ExitCode.notAllowed, `${file}: you may use “${entry.name}”, but not change it`)
  const isEqual =
    isSameFile({ file, content }, script) &&
    entry.name === script.scriptName &&
    entry.platform === script.platformName &&
    isDeepStrictEqual(entry.params, script.params)
  if (isEqual) return { file, entry, content, script, change: 'unchanged' }
  const isEdited = isChangedHere(entry, Buffer.from(content)) || becomesTyped(file, script)
  const change = isEdited ? 'changed' : 'behind'
  return { file, entry, content, script, change }
}

/** A renamed file. The other way round, the script keeps its language. */
const becomesTyped = (file: string, script: Script) =>
  languageOfFile(file) === 'ts' && languageOfFile(script.originalName) === 'js'

const typedOnly = (file: string) => (languageOfFile(file) === 'ts' ? { scriptLanguage: 'ts' as const } : {})

const isSameFile = ({ file, content }: Pick<Plan, 'file' | 'content'>, script: Script) =>
  md5(content) === script.fileMd5 && !becomesTyped(file, script)

async function readText(project: Project, file: string): Promise<string> {
  const content = await readFile(fileOf(project, file)).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') throw notFound(`${file} does not exist`)
    throw error
  })
  if (content.length > longestScriptText)
    throw wrongUse(`${file} is longer than ${longestScriptText} characters`)
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(content)
  } catch {
    throw wrongUse(`${file} is not a text in UTF-8`)
  }
}

function refuseConflicts(plans: Plan[], isForced: boolean): void {
  if (isForced) return
  const changed = plans.filter(
    ({ change, script, entry }) => change === 'changed' && script && entry.base !== baseOnServer(script),
  )
  if (!changed.length) return
  const names = changed.map(({ file, script }) => `${file} (version ${script?.version})`).join(', ')
  throw new Failure(
    ExitCode.conflict,
    `Changed in the console since the last pull: ${names}. Pull them with --force into a copy, or overwrite them with --force.`,
  )
}

async function describe(server: ServerClient, { file, entry, content, change, script }: Plan) {
  const before =
    script && change === 'changed'
      ? (await server.call(scripts.text, { query: { versionId: script.versionId } })).text
      : ''
  const diff = change === 'changed' || change === 'new' ? diffLines(before, content) : []
  const params = script ? [...diffLines(toJson(script.params), toJson(entry.params))] : []
  const shown =
    change === 'new'
      ? []
      : [...diff, ...(change === 'changed' && params.length ? ['  parameters:', ...params] : [])]
  return {
    file,
    script: entry.name,
    change,
    diff,
    text: [`${change.padEnd(9)} ${file}`, ...shown].join('\n'),
  }
}

const toJson = (params: unknown) => JSON.stringify(params, undefined, 2)

interface Saving {
  server: ServerClient
  project: Project
  isForced: boolean
  version: string | undefined
  note: string | undefined
}

/** Returns the version that the file has then. */
async function save(saving: Saving, plan: Plan): Promise<string> {
  const { server, project, isForced, note = '' } = saving
  const { file, entry, content, script } = plan
  if (!isToSave(plan)) {
    if (plan.change === 'unchanged' && script) await store(project, file, script)
    return script?.version ?? ''
  }
  const draft = {
    scriptName: entry.name,
    platformId: await findPlatform(server, entry.platform),
    params: entry.params,
    note,
  }
  if (!script) {
    const version = saving.version ?? entry.version ?? '1.0'
    const { id } = await server.call(scripts.add, {
      body: { ...draft, version, content, scriptLanguage: languageOfFile(file) },
    })
    await store(project, file, await server.call(scripts.one, { query: { id } }))
    return version
  }
  const isSame = isSameFile(plan, script)
  const version = isSame ? (saving.version ?? script.version) : await nextVersion(saving, script)
  const { id, tenantId, versionId, users } = script
  await server.call(scripts.edit, {
    body: {
      ...draft,
      id,
      tenantId,
      version,
      userIds: users.map((user) => user.id),
      ...(!isSame && { content, ...typedOnly(file) }),
      ...(!isForced && { baseVersionId: versionId }),
    },
  })
  await store(project, file, await server.call(scripts.one, { query: { id } }))
  return version
}

/** After each script: the next one may be refused. */
async function store(project: Project, file: string, script: Script): Promise<void> {
  project.scripts[file] = entryOf(script)
  await writeProject(project)
}

async function findPlatform(server: ServerClient, name: string) {
  const rows = await server.rows(platforms.list)
  const platform = rows.find(({ platformName }) => platformName === name)
  if (!platform)
    throw notFound(`The platform “${name}” does not exist. Add it in the console, or name another one.`)
  return platform.id
}

/** The version after the present one that the script has not had yet: 1.9 → 1.10. */
async function nextVersion({ server, version }: Saving, script: Script): Promise<string> {
  if (version !== undefined) return version
  const rows = await server.call(scripts.versions, { query: { id: script.id } })
  const taken = new Set(rows.map((row) => row.version))
  const [, head = '', last] = /^(.*?)(\d{1,9})$/.exec(script.version) ?? [
    undefined,
    `${script.version}.`,
    '0',
  ]
  for (let number = Number(last) + 1; ; number += 1) {
    const next = `${head}${String(number).padStart(last?.length ?? 1, '0')}`
    if (!taken.has(next)) return next
  }
}

/** What a hot update keeps when it gets another version. */
const HotSettings = HotScriptDraft.omit({
  ...{ scriptId: true, version: true, versionMsg: true },
  ...{ url: true, fileName: true, content: true, fileMd5: true },
}).strip()

async function publishHot(saving: Saving, plan: Plan, percent: (typeof hotStages)[number]): Promise<string> {
  const { server, note = '' } = saving
  const { script, content, file } = plan
  if (!isToSave(plan)) return script?.version ?? ''
  if (!script) throw wrongUse(`${file}: a new script cannot be a hot update. Push it without --hot first.`)
  const version = await nextVersion(saving, script)
  const ofScript = async () =>
    (await server.rows(hotScripts.list)).find(({ scriptId }) => scriptId === script.id)
  const before = await ofScript()
  const update = { scriptId: script.id, version, versionMsg: note, content, ...typedOnly(file) }
  if (before) {
    const body = { ...HotSettings.parse(before), ...update, id: before.id }
    await server.call(hotScripts.edit, { body })
  } else await server.call(hotScripts.add, { body: { ...update, hotName: script.scriptName } })
  const hot = await ofScript()
  if (!hot) throw notFound(`The hot update of “${script.scriptName}” was deleted in the meantime`)
  await server.call(hotScripts.publish, { body: { id: hot.id } })
  if (percent !== hotStages[0])
    await server.call(hotScripts.rollout, { body: { id: hot.id, order: 'goOn', percent } })
  return version
}
