import { parentPort } from 'node:worker_threads'
import type { Found, Search } from './patterns.ts'

/** Answers each search with the places of the texts in which the expression is found. */
parentPort?.on('message', ({ source, flags, texts }: Search) => {
  parentPort?.postMessage(search({ source, flags, texts }))
})

function search({ source, flags, texts }: Search): Found {
  try {
    // A global or sticky expression would begin where the last one ended.
    const pattern = new RegExp(source, flags.replace(/[gy]/g, ''))
    return { places: texts.flatMap((text, index) => (pattern.test(text) ? [index] : [])) }
  } catch (error) {
    return { error: (error as Error).message }
  }
}
