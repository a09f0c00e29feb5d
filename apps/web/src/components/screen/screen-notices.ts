import type { RecordingEnd } from '@fleetdeck/contract/recording-marks'
import { showFailure, showSuccess } from '../../api/feedback.ts'
import { copyToClipboard } from '../../ground/clipboard.ts'
import type { Translate } from '../../ground/language.ts'

/** Copies what a phone had in its clipboard. */
export async function takeClipboard(t: Translate, text: string): Promise<void> {
  if (await copyToClipboard(text)) showSuccess(t('screen.clipboardCopied', { text: text.slice(0, 60) }))
  else showFailure(t('table.copyFailed'))
}

/** Why a recording of the phone has ended. */
export function showRecordingEnd(
  t: Translate,
  deviceNo: string,
  { ending, msg }: Pick<RecordingEnd, 'ending'> & { msg: string },
): void {
  if (ending === 'stopped') showSuccess(msg)
  else showFailure(t('screen.refused', { device: deviceNo, msg }))
}
