import { commandLine } from '@fleetdeck/contract/command-line'
import { z } from 'zod'

/** Only this computer: the code goes to no other host. */
const callbackHost = 'http://127.0.0.1'

const Asked = commandLine.grant.body.pick({ challenge: true, host: true }).extend({
  /** Where the command line waits for the code; without it, the user pastes the code. */
  port: z.coerce.number().int().min(1024).max(65_535).optional(),
  /** Proves to the command line that the answer belongs to its question. */
  state: z
    .string()
    .regex(/^[\w-]{1,100}$/)
    .optional(),
})
export type Asked = z.output<typeof Asked>

/** What a command line asks for in the address of the page; undefined if it is not complete. */
export const readAsked = (search: string): Asked | undefined =>
  Asked.safeParse(Object.fromEntries(new URLSearchParams(search))).data

/** The waiting command line, with a code or the refusal. */
export function callbackAddress(
  { port, state = '' }: Asked,
  answer: { code: string } | { error: string },
): string {
  return `${callbackHost}:${port}/callback?${new URLSearchParams({ state, ...answer })}`
}
