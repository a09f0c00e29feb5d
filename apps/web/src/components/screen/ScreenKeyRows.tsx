import { Fragment } from 'react'
import { useText } from '../../ground/language.ts'
import { screenKeys } from '../../realtime/screen/screen-keys.ts'
import { KeyRows } from '../KeyRows.tsx'
import { actionTexts } from './action-texts.ts'

/** With a mouse; on a touch screen, two fingers are two fingers. */
const drags = [
  ['screen.ctrlDrag', 'screen.pinch'],
  ['screen.shiftDrag', 'screen.slideTwo'],
] as const

/** The keys that work while a phone's screen has the focus. */
export function ScreenKeyRows() {
  const t = useText()
  return (
    <>
      <KeyRows rows={screenKeys.map(({ label, action }) => [label, t(actionTexts[action])])} />
      <KeyRows
        rows={[
          ['Ctrl + V', t('screen.pasteHere')],
          ['Ctrl + C', t('screen.copyHere')],
        ]}
      />
      {drags.map(([keys, text]) => (
        <Fragment key={text}>
          <dt>{t(keys)}</dt>
          <dd>{t(text)}</dd>
        </Fragment>
      ))}
    </>
  )
}
