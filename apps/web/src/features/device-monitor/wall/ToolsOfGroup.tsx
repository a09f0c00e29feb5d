import { ToolOutlined } from '@ant-design/icons'
import { ownPermissions } from '@fleetdeck/contract/commands'
import type { GroupTool } from '@fleetdeck/contract/phone-tools'
import { Alert, AutoComplete, Button, Modal } from 'antd'
import { useEffect, useState } from 'react'
import { LanguageField, PositionField } from '../../../components/phone-tools/PlaceFields.tsx'
import { type Translate, useText } from '../../../ground/language.ts'
import { useMayOf } from '../../../ground/session-store.ts'
import type { GroupToolUse, WallSession, WallState } from '../../../realtime/wall/wall-session.ts'
import { BarTool } from './BarTool.tsx'
import { type PhoneResult, PhoneResults } from './PhoneResults.tsx'
import { useSendToPhones } from './SendToPhones.tsx'
import styles from './wall.module.css'
import { canReach, type WallRow, whyTexts } from './wall-rows.ts'

/** The newest lines of the system log, as Android prints them. */
const systemLogLine = 'logcat -d -t 300'

function resultOf(
  t: Translate,
  { results, isOver }: GroupToolUse,
  { id, deviceNo }: WallRow['row']['device'],
): PhoneResult {
  const result = results.get(id)
  if (!result)
    return isOver
      ? { id, deviceNo, condition: 'failed', text: t('phone.noAnswer') }
      : { id, deviceNo, condition: 'busy', text: t('wall.toolWaiting') }
  const { why, msg } = result
  const reason = why ? t(whyTexts[why], { count: 0, name: '' }) : msg
  return reason === null
    ? { id, deviceNo, condition: 'online', text: t('wall.toolDone') }
    : { id, deviceNo, condition: 'failed', text: reason }
}

interface ResultsProps {
  tool: GroupToolUse
  members: readonly WallRow[]
  onRepeat: (ids: readonly number[]) => void
}

/** What became of it on each phone. */
function Results({ tool, members, onRepeat }: ResultsProps) {
  const t = useText()
  const asked = new Set(tool.ids)
  const results = members
    .filter(({ row }) => asked.has(row.device.id))
    .map(({ row }) => resultOf(t, tool, row.device))
  const failed = results.filter(({ condition }) => condition === 'failed')
  const left = results.filter(({ condition }) => condition === 'busy').length
  const counts = { done: results.length - failed.length - left, failed: failed.length, left }
  return (
    <>
      <Alert
        type={failed.length > 0 ? 'warning' : left > 0 ? 'info' : 'success'}
        showIcon
        role="status"
        title={t('wall.toolCounts', counts)}
        action={
          failed.length > 0 &&
          left === 0 && (
            <Button onClick={() => onRepeat(failed.map(({ id }) => id))}>
              {t('wall.shotsAgain', { count: failed.length })}
            </Button>
          )
        }
      />
      <PhoneResults label={t('wall.tools')} results={results} />
    </>
  )
}

interface FieldsProps {
  session: WallSession
  state: WallState
  onUse: (request: GroupTool) => void
  /** Undefined for users who may not send commands. */
  onUninstall: ((app: string) => void) | undefined
  /** Undefined for users who may not send command lines. */
  onReadLog: (() => void) | undefined
}

/** The apps of the leader, which is asked when it can be reached. */
function useLeaderApps(session: WallSession, { group, apps, socket }: WallState) {
  const leader = group?.members.find(({ id }) => id === group.leader)
  const reached = socket === 'open' && leader && canReach(leader) ? leader.id : undefined
  useEffect(() => {
    if (reached !== undefined) session.askApps()
  }, [session, reached])
  return apps?.id === leader?.id ? apps : undefined
}

function AppFields({ session, state, onUse, onUninstall }: FieldsProps) {
  const t = useText()
  const [entered, setEntered] = useState('')
  const known = useLeaderApps(session, state)
  const app = entered.trim()
  const options = (known?.apps ?? []).map(({ id, name = id }) => ({
    value: id,
    label: name === id ? id : `${name} · ${id}`,
  }))
  const wanted = app.toLowerCase()
  return (
    <>
      <AutoComplete
        className={styles.app ?? ''}
        aria-label={t('command.app')}
        placeholder={t('wall.toolApp')}
        maxLength={200}
        value={entered}
        options={options.filter(({ label }) => label.toLowerCase().includes(wanted))}
        onChange={setEntered}
      />
      {known?.msg && <p className={styles.hint}>{t('wall.toolNoApps', { msg: known.msg })}</p>}
      <div className={styles.toolLine}>
        <Button disabled={app === ''} onClick={() => onUse({ tool: 'launchApp', app })}>
          {t('wall.toolLaunch')}
        </Button>
        <Button disabled={app === ''} onClick={() => onUse({ tool: 'stopApp', app })}>
          {t('wall.toolStop')}
        </Button>
        {onUninstall && (
          <Button danger disabled={app === ''} onClick={() => onUninstall(app)}>
            {t('wall.toolUninstall')}
          </Button>
        )}
      </div>
    </>
  )
}

function Fields(props: FieldsProps) {
  const { onUse, onReadLog } = props
  const t = useText()
  return (
    <>
      <section>
        <h3>{t('tools.apps')}</h3>
        <AppFields {...props} />
      </section>
      <section>
        <h3>{t('tools.position')}</h3>
        <PositionField onSet={(position) => onUse({ tool: 'setPosition', position })} />
      </section>
      <section>
        <h3>{t('tools.language')}</h3>
        <LanguageField onSet={(language) => onUse({ tool: 'setLanguage', language })} />
      </section>
      <section>
        <h3>{t('wall.toolDisplay')}</h3>
        <div className={styles.toolLine}>
          <Button onClick={() => onUse({ tool: 'setDisplay', isOn: false })}>
            {t('wall.toolDisplayOff')}
          </Button>
          <Button onClick={() => onUse({ tool: 'setDisplay', isOn: true })}>{t('wall.toolDisplayOn')}</Button>
        </div>
      </section>
      {onReadLog && (
        <section>
          <h3>{t('tools.log')}</h3>
          <Button onClick={onReadLog}>{t('wall.toolReadLog')}</Button>
        </section>
      )}
    </>
  )
}

interface ToolsOfGroupProps {
  session: WallSession
  state: WallState
  members: readonly WallRow[]
}

/** Apps, position, language, panel and system log of all phones of the group, with a result for each. */
export function ToolsOfGroup({ session, state, members }: ToolsOfGroupProps) {
  const t = useText()
  const [isOpen, setOpen] = useState(false)
  const { tool, socket } = state
  const { maySend, open, drawers } = useSendToPhones(members.map(({ row }) => row.device))
  const close = () => {
    setOpen(false)
    session.forgetTool()
  }
  const use = (request: GroupTool) =>
    session.askTool(
      request,
      members.map(({ row }) => row.device.id),
    )
  const mayRead = ownPermissions.shellcmd.every(useMayOf())
  const send = (command: Parameters<typeof open>[0]) => {
    close()
    open(command)
  }
  return (
    <>
      <BarTool label={t('wall.tools')} icon={<ToolOutlined />} onClick={() => setOpen(true)} />
      {drawers}
      {isOpen && (
        <Modal open width={640} title={t('wall.tools')} footer={null} onCancel={close}>
          <fieldset className={styles.toolFields} disabled={socket !== 'open'}>
            <Fields
              session={session}
              state={state}
              onUse={use}
              onUninstall={maySend ? (app) => send({ kind: 'uninst', app }) : undefined}
              onReadLog={
                maySend && mayRead ? () => send({ kind: 'shellcmd', line: systemLogLine }) : undefined
              }
            />
            {tool && (
              <Results tool={tool} members={members} onRepeat={(ids) => session.askTool(tool.request, ids)} />
            )}
          </fieldset>
        </Modal>
      )}
    </>
  )
}
