import { z } from 'zod'
import { floods } from './floods.ts'

/** Sends one flood until it is ended; in a process of its own, so that it costs the one that measures no time. */
const [title = '', attacked = ''] = process.argv.slice(2)
const Attacked = z.object({ address: z.string(), adminToken: z.string(), token: z.string() })
const flood = floods[title]
if (!flood) throw new Error(`there is no flood "${title}"`)
process.send?.('began')
await flood(Attacked.parse(JSON.parse(attacked)), new AbortController().signal)
