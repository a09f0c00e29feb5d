export interface DeliveryRun {
  id: number
  /** A name of deliveryScripts. */
  script: string
  phone: string
  state: string
  reason: string | null
  /** An error of it was reported. */
  hasError: boolean
  /** In the order of their times; those of scripts begin with their number. */
  lines: string[]
  /** Time of the last line, in ms since 1970; null without lines. */
  lastAt: number | null
}

/** Shared data after all runs. */
export interface SharedData {
  /** Contents of the items that are neither taken nor leased. */
  left: string[]
  /** Contents of leased items. */
  leased: string[]
  /** Entries of both lists. */
  todo: string[]
  done: string[]
  count: number
  /** Entries of the list at the beginning. */
  items: number
}

/** A script that wrote its last line so shortly before its agent was killed had not ended for the agent, in ms. */
const endingMs = 1000

/**
 * What contradicts that each run ended as its script did, that no line was lost, and that nothing was taken twice.
 * @param agentKills in ms since 1970
 */
export function findDeviations(
  runs: readonly DeliveryRun[],
  shared: SharedData,
  agentKills: readonly number[],
): string[] {
  return [
    ...runs.flatMap((run) => deviationsOf(run, agentKills)),
    ...twiceTaken(runs, shared),
    ...lostEntries(shared),
  ]
}

function deviationsOf(run: DeliveryRun, agentKills: readonly number[]): string[] {
  const own = run.lines.filter((line) => /^\d+ /.test(line))
  const numbers = own.map((line) => Number.parseInt(line, 10))
  const isWhole = numbers.every((number, place) => number === place + 1)
  const problem = problemOfEnd(run, own, agentKills)
  return [isWhole ? undefined : `lines ${numbers.join(' ')}`, problem].flatMap((each) =>
    each ? [`run ${run.id} of ${run.script} on ${run.phone}, ${run.state}: ${each}`] : [],
  )
}

function problemOfEnd(run: DeliveryRun, own: string[], agentKills: readonly number[]): string | undefined {
  const isComplete = own.at(-1)?.endsWith(' end') ?? false
  const end = run.reason ? `${run.state} ${run.reason}` : run.state
  if (end === 'failed interrupted') {
    const leftMs = msBefore(run.lastAt ?? 0, agentKills)
    return isComplete && leftMs > endingMs
      ? `the script had ended ${leftMs} ms before its agent was killed`
      : undefined
  }
  if (run.state === 'stopped' && own.length === 0) return undefined
  if (end !== (run.script === 'fails' ? 'failed exception' : 'succeeded')) return `ended as ${end}`
  if (!isComplete) return 'the last lines are missing'
  return run.script === 'fails' && !run.hasError ? 'its error is missing' : undefined
}

/** From then to the next kill; Infinity without one. */
const msBefore = (at: number, kills: readonly number[]) =>
  Math.round(Math.min(...kills.filter((kill) => kill >= at)) - at)

/** Scripts note what they have taken. */
function twiceTaken(runs: readonly DeliveryRun[], { left, leased, todo }: SharedData): string[] {
  const taken = runs.flatMap(takenBy)
  const acknowledged = new Set(runs.filter(({ state }) => state === 'succeeded').flatMap(takenBy))
  const seen = new Set<string>()
  const twice = taken.filter((item) => seen.has(item) || !seen.add(item))
  const still = [...left, ...todo].filter((item) => seen.has(item))
  return [
    ...twice.map((item) => `${item} was taken twice`),
    ...still.map((item) => `${item} was taken and is still there`),
    ...leased
      .filter((item) => acknowledged.has(item))
      .map((item) => `${item} was acknowledged and is leased`),
  ]
}

const takenBy = ({ lines }: DeliveryRun) => lines.flatMap((line) => /^\d+ took (.*)$/.exec(line)?.[1] ?? [])

function lostEntries({ todo, done, items }: SharedData): string[] {
  const all = new Set([...todo, ...done])
  const doubled = todo.length + done.length - all.size
  return [
    ...(all.size === items ? [] : [`${items - all.size} entries of the list were lost`]),
    ...(doubled ? [`${doubled} entries of the list are there twice`] : []),
  ]
}
