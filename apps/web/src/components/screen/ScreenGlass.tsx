import { type CSSProperties, type ReactNode, useEffect, useRef, useState } from 'react'
import { useText } from '../../app/language.ts'
import { listenToGlass } from '../../realtime/screen/pointer-input.ts'
import type { ScreenSession } from '../../realtime/screen/screen-session.ts'
import type { ScreenState } from '../../realtime/screen/screen-state.ts'
import { ScreenView } from '../../realtime/screen/screen-view.ts'
import { listenToTyping } from '../../realtime/screen/typing.ts'
import { ScreenCover } from './ScreenCover.tsx'
import styles from './screen.module.css'
import { useFileDrop } from './use-file-drop.ts'

/** Until the phone has told the size of its screen. */
const usualRatio = 9 / 20

interface ScreenGlassProps {
  deviceNo: string
  session: ScreenSession | undefined
  state: ScreenState
  mayStart: boolean
  /** Files may be dropped on it. */
  deviceId?: number
  /** Tools that stand close to the phone. */
  tools?: ReactNode
}

/** Others in control: this page only watches. A free phone is taken by touching it. */
const isMine = ({ youControl, controller }: ScreenState) => youControl || controller === null

/** The phone's screen: a canvas and a video, the glass that takes input, and what is said when there is no picture. */
export function ScreenGlass({ deviceNo, session, state, mayStart, deviceId, tools }: ScreenGlassProps) {
  const t = useText()
  const canvas = useRef<HTMLCanvasElement>(null)
  const video = useRef<HTMLVideoElement>(null)
  const glass = useRef<HTMLDivElement>(null)
  const field = useRef<HTMLTextAreaElement>(null)
  const [ratio, setRatio] = useState(usualRatio)
  const drop = useFileDrop(deviceId)
  const takesInput = state.phase === 'live' && isMine(state)

  useEffect(() => {
    if (!session || !canvas.current || !video.current) return
    const screen = new ScreenView(canvas.current, video.current, {
      onDrawn: (sequence) => session.frameDrawn(sequence),
      onScreenSize: (width, height) => setRatio(width / (height || 1)),
    })
    const detach = session.attach(screen)
    return () => {
      detach()
      screen.dispose()
    }
  }, [session])

  useEffect(() => {
    if (!session || !takesInput || !glass.current) return
    return listenToGlass(glass.current, (type, x, y) => session.act(type, x, y))
  }, [session, takesInput])

  useEffect(() => {
    if (!session || !takesInput || !field.current) return
    return listenToTyping(field.current, {
      type: (text) => session.socket.typeText(text),
      press: (key) => session.socket.pressKey(key),
    })
  }, [session, takesInput])

  return (
    <div className={styles.stage} data-tools={tools !== undefined}>
      <div
        className={`${styles.phone} ${drop.isOver ? styles.dropping : ''}`}
        style={{ '--ratio': ratio } as CSSProperties}
        {...drop.handlers}
      >
        <canvas ref={canvas} className={styles.canvas} data-phase={state.phase} />
        <video ref={video} className={styles.video} hidden muted playsInline disablePictureInPicture />
        <div
          ref={glass}
          className={styles.glass}
          role="application"
          aria-label={t('screen.phoneScreen', { device: deviceNo })}
        >
          <textarea
            ref={field}
            className={styles.typing}
            aria-label={t('screen.typing', { device: deviceNo })}
            aria-disabled={!takesInput}
            autoCapitalize="off"
            autoComplete="off"
            spellCheck={false}
          />
        </div>
        <ScreenCover
          deviceNo={deviceNo}
          state={state}
          onStart={mayStart && session ? () => session.start() : undefined}
        />
      </div>
      {tools}
    </div>
  )
}
