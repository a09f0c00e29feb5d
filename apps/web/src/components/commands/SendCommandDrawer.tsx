import {
  type CommandKind,
  type CommandOrder,
  commandHours,
  commands,
  ownPermissions,
} from '@fleetdeck/contract/commands'
import type { DeviceSelection } from '@fleetdeck/contract/device-batches'
import type { StoredFile } from '@fleetdeck/contract/files'
import { Form, Input, InputNumber, Radio } from 'antd'
import { useNavigate } from 'react-router'
import { call } from '../../api/call.ts'
import { feedback, inBackground } from '../../api/feedback.ts'
import { useText } from '../../ground/language.ts'
import { useMayOf } from '../../ground/session-store.ts'
import { useConfirmCount } from '../ConfirmCount.tsx'
import { FormDrawer } from '../FormDrawer.tsx'
import { UploadField } from '../upload/UploadField.tsx'
import { useUploadLimits } from '../upload/use-upload-limits.ts'
import { CommandPreviewNote } from './CommandPreviewNote.tsx'
import { commandHints, commandIcons, commandTexts } from './command-kinds.tsx'
import styles from './commands.module.css'
import { SentNotice } from './SentNotice.tsx'

interface CommandTarget {
  selection: DeviceSelection
  /** Total number of devices. */
  count: number
  /** Their numbers, as far as known. */
  names: readonly string[]
}

interface CommandForm {
  command: CommandKind
  file?: StoredFile
  line?: string
  app?: string
  path?: string
  hours: number
}

/** One package, or several that belong together. */
const packageTypes = ['apk', 'apks', 'xapk']

function toOrder({ command, file, line = '', app = '', path = '' }: CommandForm): CommandOrder {
  if (command === 'launch' || command === 'uninst') return { command, app }
  if (command === 'pull') return { command, path }
  if (command === 'inst' || command === 'push') return { command, fileName: file?.fileName ?? '' }
  return command === 'shellcmd' ? { command, line } : { command }
}

function KindField() {
  const t = useText()
  const may = useMayOf()
  const kinds = (Object.keys(commandTexts) as CommandKind[]).filter((kind) => ownPermissions[kind].every(may))
  return (
    <Form.Item name="command" label={t('command.kind')}>
      <Radio.Group className={styles.kinds ?? ''}>
        {kinds.map((kind) => (
          <Radio key={kind} value={kind} className={styles.kind ?? ''}>
            <span className={styles.kindName}>
              {commandIcons[kind]} {t(commandTexts[kind])}
            </span>
            <span className={styles.hint}>{t(commandHints[kind])}</span>
          </Radio>
        ))}
      </Radio.Group>
    </Form.Item>
  )
}

/** Fields that only some commands need. */
function ContentField({ dropped }: { dropped: File | undefined }) {
  const t = useText()
  const command = Form.useWatch<CommandKind>('command')
  const { limit, types } = useUploadLimits()
  if (command === 'inst' || command === 'push')
    return (
      <Form.Item
        name="file"
        label={t(command === 'inst' ? 'command.file' : 'command.anyFile')}
        rules={[{ required: true, message: t('command.fileRequired') }]}
      >
        <UploadField
          key={command}
          types={command === 'inst' ? packageTypes.filter((type) => types.includes(type)) : types}
          limit={limit}
          initial={dropped}
        />
      </Form.Item>
    )
  if (command === 'launch' || command === 'uninst')
    return (
      <Form.Item
        name="app"
        label={t('command.app')}
        extra={t('command.appHint')}
        rules={[{ required: true, whitespace: true, message: t('command.appRequired') }]}
      >
        <Input maxLength={200} placeholder="com.example.app" />
      </Form.Item>
    )
  if (command === 'pull')
    return (
      <Form.Item
        name="path"
        label={t('command.path')}
        rules={[{ required: true, pattern: /^\s*\/.*[^/\s]\s*$/, message: t('command.pathFormat') }]}
      >
        <Input maxLength={500} placeholder="/sdcard/Download/report.pdf" />
      </Form.Item>
    )
  if (command === 'shellcmd')
    return (
      <Form.Item
        name="line"
        label={t('command.line')}
        extra={t('command.lineHint')}
        rules={[{ required: true, whitespace: true, message: t('command.lineRequired') }]}
      >
        <Input.TextArea
          className={styles.line ?? ''}
          autoSize={{ minRows: 2, maxRows: 8 }}
          maxLength={2000}
        />
      </Form.Item>
    )
  return null
}

interface SendCommandDrawerProps {
  target: CommandTarget
  /** Preselected. */
  kind?: CommandKind
  /** Entered in advance, for kinds that need one. */
  app?: string
  line?: string
  /** Uploaded in advance, for kinds that need one. */
  dropped?: File
  /** Shows the command's progress in place of the usual notice. */
  onSent?: (id: number) => void
  onClose: () => void
}

/** Selects a command and sends it to the selected devices. */
export function SendCommandDrawer(props: SendCommandDrawerProps) {
  const { target, kind = 'where', app, line, dropped, onSent, onClose } = props
  const t = useText()
  const confirm = useConfirmCount()
  const navigate = useNavigate()
  const { selection, count, names } = target

  const send = async (form: CommandForm) => {
    const { id, total } = await call(commands.add, {
      body: { order: toOrder(form), selection, hours: form.hours },
    })
    if (onSent) return onSent(id)
    const { notification } = await feedback()
    const key = `command-${id}`
    const open = () => {
      notification.destroy(key)
      inBackground(navigate(`/device/command?result=${id}`))
    }
    notification.success({
      key,
      title: t('command.sent'),
      description: <SentNotice name={t(commandTexts[form.command])} count={total} onOpen={open} />,
      duration: 6,
    })
  }
  const submit = async (form: CommandForm) => {
    const isHarsh = ['rebootEC', 'rebootPhone', 'uninst'].includes(form.command)
    if (!isHarsh || count === 1) return send(form)
    const isConfirmed = await confirm({
      title: t('command.confirmReboot', { count, command: t(commandTexts[form.command]) }),
      names,
      count,
      hint: t('command.confirmHint'),
      okText: t(commandTexts[form.command]),
      run: () => Promise.resolve(),
    })
    return isConfirmed && send(form)
  }
  return (
    <FormDrawer<CommandForm>
      place="device/command"
      title={
        count === 1 && names[0] ? t('command.sendToOne', { name: names[0] }) : t('command.sendTo', { count })
      }
      initialValues={{
        command: kind,
        hours: commandHours.default,
        ...(app !== undefined && { app }),
        ...(line !== undefined && { line }),
      }}
      okText={count === 1 ? t('command.send') : t('command.sendAction', { count })}
      onSubmit={submit}
      onClose={onClose}
    >
      <CommandPreviewNote selection={selection} />
      <KindField />
      <ContentField dropped={dropped} />
      <Form.Item name="hours" label={t('command.hours')} extra={t('command.hoursHint')}>
        <InputNumber min={1} max={commandHours.most} precision={0} suffix={t('command.hoursUnit')} />
      </Form.Item>
    </FormDrawer>
  )
}
