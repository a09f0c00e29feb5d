import type { Say } from './say.ts'

/** "a, b and c". */
export function listed(words: string[], say: Say): string {
  if (words.length < 2) return words.join('')
  return `${words.slice(0, -1).join(say('cron.listComma'))}${say('cron.listAnd')}${words.at(-1)}`
}
