import type { Translate } from './translate.ts'

/** "a, b and c". */
export function joinList(words: string[], translate: Translate): string {
  if (words.length < 2) return words.join('')
  return `${words.slice(0, -1).join(translate('cron.listComma'))}${translate('cron.listAnd')}${words.at(-1)}`
}
