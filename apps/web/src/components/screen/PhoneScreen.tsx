import { type CSSProperties, type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { useText } from '../../ground/language.ts'
import { listenToKeys } from '../../realtime/screen/hardware-keys.ts'
import { listenToPointer } from '../../realtime/screen/pointer-input.ts'
import type { ScreenSession } from '../../realtime/screen/screen-session.ts'
import { acceptsInput, type ScreenState } from '../../realtime/screen/screen-state.ts'
import { ScreenView } from '../../realtime/screen/screen-view.ts'
import type { Point, SendAction } from '../../realtime/screen/touch.ts'
import { listenToTyping, type Typing } from '../../realtime/screen/typing.ts'
import { PhoneFileList } from './PhoneFileList.tsx'
import { ScreenCover } from './ScreenCover.tsx'
import styles from './screen.module.css'
import { useFileDrop } from './use-file-drop.ts'
import type { PhoneFiles } from './use-phone-files.ts'

/** Until the phone has reported the size of its screen. */
const defaultRatio = 9 / 20

export interface ScreenInputs extends Typing {
  act: SendAction
}

const sessionInputs = (session: ScreenSession): ScreenInputs => ({
  act: (type, x, y, manner) => session.act(type, x, y, manner),
  type: (text) => session.socket.typeText(text),
  press: (key) => session.socket.pressKey(key),
  copySelection: () => session.socket.askClipboard({ copies: true }),
})

/** Not by React: they follow the pointer. */
function showFingers(layer: HTMLElement | null, points: readonly Point[]): void {
  if (!layer) return
  layer.hidden = points.length === 0
  for (const [index, { x, y }] of points.entries()) {
    const dot = layer.children[index]
    if (dot instanceof HTMLElement) Object.assign(dot.style, { left: `${x * 100}%`, top: `${y * 100}%` })
  }
}

interface PhoneScreenProps {
  deviceNo: string
  session: ScreenSession | undefined
  state: ScreenState
  mayStart: boolean
  /** Files may be dropped on it; their progress is shown. */
  files?: PhoneFiles | undefined
  /** Takes what is dropped, instead of `files`. */
  onDrop?: ((files: Iterable<File>) => void) | undefined
  /** Receives the input instead of the session; undefined disables input. */
  inputs?: ScreenInputs | undefined
  /** Takes the keys that are held, as those of a keyboard on the phone, instead of the texts that they write. */
  holdKeys?: ((keys: string[]) => void) | undefined
  /** Tools placed next to the phone. */
  tools?: ReactNode
}

/** The phone's screen: a canvas and a video, the input layer, and the message without a frame. */
export function PhoneScreen(props: PhoneScreenProps) {
  const { deviceNo, session, state, mayStart, files, holdKeys, tools } = props
  const t = useText()
  const canvas = useRef<HTMLCanvasElement>(null)
  const video = useRef<HTMLVideoElement>(null)
  const inputLayer = useRef<HTMLDivElement>(null)
  const field = useRef<HTMLTextAreaElement>(null)
  const keys = useRef<HTMLButtonElement>(null)
  const fingers = useRef<HTMLDivElement>(null)
  const phone = useRef<HTMLDivElement>(null)
  const [ratio, setRatio] = useState(defaultRatio)
  const drop = useFileDrop(props.onDrop ?? files?.send)
  const isOpen = props.inputs !== undefined ? state.phase === 'live' : acceptsInput(state)
  const inputs = useMemo(() => props.inputs ?? (session && sessionInputs(session)), [props.inputs, session])

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
    if (!session || !phone.current) return
    const observer = new ResizeObserver(([entry]) => {
      if (entry) session.showAt(entry.contentRect.width * devicePixelRatio)
    })
    observer.observe(phone.current)
    return () => observer.disconnect()
  }, [session])

  useEffect(() => {
    if (!inputs || !isOpen || !inputLayer.current) return
    return listenToPointer(inputLayer.current, inputs.act, (points) => showFingers(fingers.current, points))
  }, [inputs, isOpen])

  useEffect(() => {
    if (!inputs || !isOpen || !field.current) return
    return listenToTyping(field.current, inputs)
  }, [inputs, isOpen, holdKeys])

  useEffect(() => {
    if (!holdKeys || !keys.current) return
    keys.current.focus({ preventScroll: true })
    return listenToKeys(keys.current, holdKeys)
  }, [holdKeys])

  return (
    <div className={styles.stage} data-tools={tools !== undefined}>
      <div
        ref={phone}
        className={`${styles.phone} ${drop.isOver ? styles.dropping : ''}`}
        style={{ '--ratio': ratio } as CSSProperties}
        {...drop.handlers}
      >
        <canvas ref={canvas} className={styles.canvas} data-phase={state.phase} />
        <video ref={video} className={styles.video} hidden muted playsInline disablePictureInPicture />
        <div
          ref={inputLayer}
          className={styles.inputLayer}
          role="application"
          aria-label={t('screen.phoneScreen', { device: deviceNo })}
        >
          {holdKeys ? (
            // No text field, so that no input method of this computer takes the keys.
            <button ref={keys} type="button" className={styles.keys}>
              {t('screen.keysHere')}
            </button>
          ) : (
            <textarea
              ref={field}
              className={styles.typing}
              aria-label={t('screen.typing', { device: deviceNo })}
              aria-disabled={!isOpen}
              autoCapitalize="off"
              autoComplete="off"
              spellCheck={false}
            />
          )}
          <div ref={fingers} className={styles.fingers} hidden aria-hidden>
            <span />
            <span />
          </div>
        </div>
        <ScreenCover
          deviceNo={deviceNo}
          state={state}
          onStart={mayStart && session ? () => session.start() : undefined}
        />
        {drop.isOver && <div className={styles.cover}>{t('screen.dropHere')}</div>}
      </div>
      {tools}
      {files && files.files.length > 0 && <PhoneFileList {...files} />}
    </div>
  )
}
