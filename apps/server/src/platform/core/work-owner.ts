import { AsyncLocalStorage } from 'node:async_hooks'

/**
 * For whom the current work is done: a session or a program's token. Work without an owner is the server's own, a phone's
 * or that of somebody who is not signed in.
 */
export const workOwner = new AsyncLocalStorage<string>()
