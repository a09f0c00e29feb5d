import { Button, Input } from 'antd'
import { type FormEvent, useState } from 'react'
import { useText } from '../../ground/language.ts'
import type { ScreenSession } from '../../realtime/screen/screen-session.ts'
import { acceptsInput, type ScreenState } from '../../realtime/screen/screen-state.ts'
import styles from './guest.module.css'

interface GuestControlsProps {
  session: ScreenSession | undefined
  state: ScreenState
}

const keys = ['back', 'home', 'recent'] as const

/** Keys and texts for the phone, and who controls it. */
export function GuestControls({ session, state }: GuestControlsProps) {
  const t = useText()
  const [text, setText] = useState('')
  const { phase, youControl, controller, watches, youAsk, asking } = state
  const isOff = !acceptsInput(state)
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (text === '') return
    session?.socket.typeText(text)
    setText('')
  }
  return (
    <footer className={styles.controls}>
      <span className={styles.keys}>
        {keys.map((key) => (
          <Button key={key} disabled={isOff} onClick={() => session?.act(key)}>
            {t(`screen.${key}`)}
          </Button>
        ))}
      </span>
      <form className={styles.text} onSubmit={send}>
        <Input
          value={text}
          disabled={isOff}
          maxLength={5000}
          aria-label={t('screenLink.textToType')}
          placeholder={t('screenLink.textToType')}
          onChange={(event) => setText(event.target.value)}
        />
        <Button htmlType="submit" disabled={isOff || text === ''}>
          {t('screenLink.send')}
        </Button>
      </form>
      {phase === 'live' && !watches && (
        <span className={styles.keys}>
          {asking.map(({ viewer, name }) => (
            <span key={viewer} className={styles.keys} role="status">
              {t('screen.asksControl', { name })}
              <Button type="primary" onClick={() => session?.socket.grantControl(viewer, true)}>
                {t('screen.grant')}
              </Button>
              <Button onClick={() => session?.socket.grantControl(viewer, false)}>{t('screen.deny')}</Button>
            </span>
          ))}
          {youControl && <Button onClick={() => session?.release()}>{t('screenLink.release')}</Button>}
          {!youControl && controller !== null && (
            <Button disabled={youAsk} onClick={() => session?.socket.askControl()}>
              {t(youAsk ? 'screenLink.asked' : 'screenLink.askControl')}
            </Button>
          )}
        </span>
      )}
    </footer>
  )
}
