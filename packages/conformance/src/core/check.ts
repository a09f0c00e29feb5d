/** What a peer may support; a phone declares the parts that it has. */
export const parts = [
  'enrolment',
  'keys',
  'socket',
  'http',
  'settings',
  'commands',
  'files',
  'tasks',
  'hot',
  'signatures',
  'log',
  'screen',
  'input',
  'tools',
  'video',
  'data',
  'legacy',
] as const
export type Part = (typeof parts)[number]

/** One rule of the protocol, and how a peer is tested against it. */
export interface Check<Context> {
  /** S- for servers, P- for phones; never given to another rule. */
  id: string
  title: string
  /** The rule, as docs/device-protocol.md states it. */
  rule: string
  part: Part
  /** The connection that the check needs in addition to the part. */
  over?: 'socket' | 'http'
  /** It waits for half a minute or longer. */
  isSlow?: true
  /** Throws if the peer breaks the rule, and Skip if it cannot be tested. */
  run(context: Context): Promise<void>
}

/** The rule cannot be tested here, for this reason. */
export class Skip extends Error {}

/** The peer breaks the rule in this way. */
export class Deviation extends Error {}

export function expectThat(isSo: boolean, what: string): asserts isSo {
  if (!isSo) throw new Deviation(what)
}

export function expectEqual(actual: unknown, expected: unknown, what: string): void {
  const [came, wanted] = [JSON.stringify(actual), JSON.stringify(expected)]
  if (came !== wanted) throw new Deviation(`${what}: expected ${wanted}, came ${came}`)
}
