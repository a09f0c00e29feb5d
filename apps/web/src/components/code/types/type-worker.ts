import { libs } from './libs.ts'
import type { TypesAnswer, TypesRequest } from './protocol.ts'
import { ScriptTypes } from './script-types.ts'

let types: ScriptTypes | undefined

self.addEventListener('message', ({ data }: MessageEvent<TypesRequest>) => {
  if ('setup' in data) {
    types = new ScriptTypes(data.setup, libs)
    return
  }
  const { id, question, asked } = data
  const reply: TypesAnswer = { id }
  try {
    reply.answer = types?.answer(question, asked)
  } catch {
    // A text on which the compiler fails has no types; the next one may have.
  }
  self.postMessage(reply)
})
