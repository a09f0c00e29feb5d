import type { Choice } from '../../api/questioned.tsx'
import type { Translate } from '../../ground/language.ts'

/** Of a start: phones that lack what the script needs get no run. */
export const leaveOutChoice = (t: Translate): Choice => ({
  field: 'leaveOut',
  text: t('task.leaveOut'),
  okText: t('task.startAnyway'),
})
