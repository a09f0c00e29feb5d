import { FormOutlined } from '@ant-design/icons'
import { dataGroups } from '@fleetdeck/contract/data-groups'
import { dataItems } from '@fleetdeck/contract/data-items'
import { Alert, Button, Input, Modal, Segmented } from 'antd'
import { useState } from 'react'
import { errorMessage } from '../../../api/message-of.ts'
import { DataGroupPicker } from '../../../components/pickers/DataGroupPicker.tsx'
import { useText } from '../../../ground/language.ts'
import { useMay } from '../../../ground/session-store.ts'
import type { WallSession, WallState } from '../../../realtime/wall/wall-session.ts'
import { BarTool } from './BarTool.tsx'
import { namesOf, PhoneNames } from './PhoneNames.tsx'
import {
  linesOfText,
  type PhoneText,
  textsPerPhone,
  unknownVariables,
  variableNames,
} from './texts-per-phone.ts'
import { useGroupLines } from './use-group-lines.ts'
import styles from './wall.module.css'
import type { WallRow } from './wall-rows.ts'

/** Shown of each list; the rest is counted. */
const shownPhones = 20

function Problems({ texts }: { texts: readonly PhoneText[] }) {
  const t = useText()
  const problems = {
    noLine: 'wall.textsNoLine',
    tooLong: 'wall.textsTooLong',
    away: 'wall.textsAway',
  } as const
  return Object.entries(problems).map(([problem, text]) => {
    const phones = texts.filter((one) => one.problem === problem)
    const names = phones.map(({ deviceNo }) => deviceNo)
    return <PhoneNames key={problem} type="warning" text={t(text, { count: phones.length })} phones={names} />
  })
}

function Preview({ texts }: { texts: readonly PhoneText[] }) {
  const t = useText()
  const ready = texts.filter(({ problem }) => problem === undefined)
  if (ready.length === 0) return null
  return (
    <section aria-label={t('wall.textsPreview')}>
      <p className={styles.previewHead}>{t('wall.textsReady', { count: ready.length })}</p>
      <dl className={styles.preview}>
        {ready.slice(0, shownPhones).map(({ id, deviceNo, text }) => (
          <div key={id} style={{ display: 'contents' }}>
            <dt>{deviceNo}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      {ready.length > shownPhones && (
        <p className={styles.hint}>{t('wall.textsMore', { count: ready.length - shownPhones })}</p>
      )}
    </section>
  )
}

interface ResultProps {
  sent: readonly PhoneText[]
  typed: WallState['typed']
  onRepeat: (texts: readonly PhoneText[]) => void
}

function Result({ sent, typed, onRepeat }: ResultProps) {
  const t = useText()
  if (sent.length === 0 || typed.answersLeft > 0) return null
  const failed = sent.filter(({ id }) => !typed.ids.has(id))
  if (failed.length === 0)
    return <Alert type="success" showIcon role="status" title={t('wall.textsSent', { count: sent.length })} />
  return (
    <Alert
      type="warning"
      showIcon
      role="status"
      title={t('wall.textsSentPartly', { count: sent.length - failed.length, failed: failed.length })}
      description={namesOf(failed.map(({ deviceNo }) => deviceNo))}
      action={<Button onClick={() => onRepeat(failed)}>{t('wall.textsRepeat')}</Button>}
    />
  )
}

type Source = 'lines' | 'same' | 'group'

interface TextPerPhoneProps {
  session: WallSession
  state: WallState
  members: readonly WallRow[]
}

/** What each phone gets from the entered text or the chosen data group. */
function useTexts(members: readonly WallRow[]) {
  const [source, setSource] = useState<Source>('lines')
  const [text, setText] = useState('')
  const [groupId, setGroupId] = useState<number>()
  const isGroup = source === 'group'
  const group = useGroupLines(isGroup ? groupId : undefined, members.length)
  const lines = isGroup ? (group.data ?? []) : linesOfText(text)
  const lineOf = (place: number) => (source === 'same' ? text : (lines[place] ?? ''))
  return {
    source,
    setSource,
    text,
    setText,
    groupId,
    setGroupId,
    error: group.error,
    isEmpty: isGroup ? !group.data : text === '',
    texts: textsPerPhone(members, lineOf),
    unknown: isGroup ? [] : unknownVariables(text),
    left: source === 'same' ? 0 : Math.max(0, lines.length - members.length),
  }
}

type Texts = ReturnType<typeof useTexts>

function SourceFields({ texts: entered, onChange }: { texts: Texts; onChange: () => void }) {
  const t = useText()
  const mayList = useMay(dataItems.list.permission)
  const mayPick = useMay(dataGroups.list.permission)
  const { source, groupId, text } = entered
  const sources: { value: Source; label: string }[] = [
    { value: 'lines', label: t('wall.textsLines') },
    { value: 'same', label: t('wall.textsSame') },
    ...(mayList && mayPick ? [{ value: 'group' as const, label: t('wall.textsGroup') }] : []),
  ]
  const change = (step: () => void) => {
    step()
    onChange()
  }
  return (
    <>
      <Segmented<Source>
        aria-label={t('wall.texts')}
        value={source}
        onChange={(value) => change(() => entered.setSource(value))}
        options={sources}
      />
      {source === 'group' ? (
        <DataGroupPicker
          value={groupId ?? null}
          onChange={(id) => change(() => entered.setGroupId(id))}
          placeholder={t('dataItem.groupRequired')}
        />
      ) : (
        <Input.TextArea
          aria-label={t('wall.texts')}
          autoSize={{ minRows: 4, maxRows: 10 }}
          value={text}
          onChange={({ target }) => change(() => entered.setText(target.value))}
        />
      )}
      <p className={styles.hint}>
        {t(source === 'same' ? 'wall.textsSameHint' : 'wall.textsLinesHint')}
        <br />
        {t('wall.textsVariables')} {variableNames.map((name) => `{{${name}}}`).join(' ')}
      </p>
    </>
  )
}

function Dialog({ session, state, members, onClose }: TextPerPhoneProps & { onClose: () => void }) {
  const t = useText()
  const entered = useTexts(members)
  const [sent, setSent] = useState<readonly PhoneText[]>([])
  const { texts, unknown, left, isEmpty, error } = entered
  const ready = isEmpty ? [] : texts.filter(({ problem }) => problem === undefined)
  const maySend = ready.length > 0 && unknown.length === 0 && state.socket === 'open'
  const send = (some: readonly PhoneText[]) => {
    session.typeTexts(some.map((one) => ({ id: one.id, text: one.text })))
    setSent(some)
  }
  return (
    <Modal
      open
      width={640}
      title={t('wall.texts')}
      okText={t('wall.textsSend', { count: ready.length })}
      cancelText={t('table.cancel')}
      okButtonProps={{ disabled: !maySend, loading: sent.length > 0 && state.typed.answersLeft > 0 }}
      onOk={() => send(ready)}
      onCancel={onClose}
    >
      <div className={styles.texts}>
        <SourceFields texts={entered} onChange={() => setSent([])} />
        {error && <Alert type="error" showIcon role="alert" title={errorMessage(error)} />}
        {unknown.length > 0 && (
          <Alert
            type="error"
            showIcon
            role="alert"
            title={t('wall.textsUnknown')}
            description={unknown.map((name) => `{{${name}}}`).join(' ')}
          />
        )}
        <Result sent={sent} typed={state.typed} onRepeat={send} />
        {!isEmpty && sent.length === 0 && (
          <>
            <Preview texts={texts} />
            <Problems texts={texts} />
            {left > 0 && <Alert type="info" showIcon title={t('wall.textsLeft', { count: left })} />}
          </>
        )}
      </div>
    </Modal>
  )
}

/** Types a text of its own on each phone of the group, after a preview. */
export function TextPerPhone(props: TextPerPhoneProps) {
  const t = useText()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <BarTool label={t('wall.texts')} icon={<FormOutlined />} onClick={() => setOpen(true)} />
      {isOpen && <Dialog {...props} onClose={() => setOpen(false)} />}
    </>
  )
}
