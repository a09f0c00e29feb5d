import { create } from 'zustand'

/** Whether a dialog asks the user to prove who they are; calls that were refused for lack of it wait. */
export const useProof = create(() => ({ isAsked: false }))

let waiting: PromiseWithResolvers<void> | undefined

/** Resolves when the user has proven who they are; an AbortError if they would rather not. */
export function proofGiven(): Promise<void> {
  waiting ??= Promise.withResolvers()
  useProof.setState({ isAsked: true })
  return waiting.promise
}

export function endProof({ isGiven }: { isGiven: boolean }) {
  const ended = waiting
  waiting = undefined
  useProof.setState({ isAsked: false })
  if (isGiven) ended?.resolve()
  else ended?.reject(new DOMException('', 'AbortError'))
}
