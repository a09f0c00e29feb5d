import type { Translate } from '../../ground/language.ts'
import { fullTime } from '../time-text.ts'

/** When a factor was set up, and when it was last used. */
export const usedText = (t: Translate, { createdAt, usedAt }: { createdAt: string; usedAt: string | null }) =>
  [
    t('factor.since', { time: fullTime(createdAt) }),
    usedAt ? t('factor.used', { time: fullTime(usedAt) }) : t('factor.neverUsed'),
  ].join(' · ')
