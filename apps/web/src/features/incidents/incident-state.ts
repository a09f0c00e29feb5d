import type { Incident } from '@fleetdeck/contract/incidents'
import type { Translate } from '../../ground/language.ts'

export const incidentStates = ['open', 'ended'] as const

export const incidentStateOf = ({ endedAt }: Incident): (typeof incidentStates)[number] =>
  endedAt === null ? 'open' : 'ended'

/** The server, the queue or the whole installation. */
export function subjectText(t: Translate, { kind, subject }: Incident): string {
  if (kind === 'queueGrows') return t(`incident.queue.${subject as 'messages' | 'jobs' | 'commands'}`)
  return subject || t('incident.installation')
}
