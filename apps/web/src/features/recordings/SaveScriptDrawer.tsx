import type { PlatformId } from '@fleetdeck/contract/ids'
import { platforms } from '@fleetdeck/contract/platforms'
import { type Recording, recordings } from '@fleetdeck/contract/recordings'
import { scripts } from '@fleetdeck/contract/scripts'
import { useQuery } from '@tanstack/react-query'
import { Form, Input, Select, Skeleton } from 'antd'
import { useNavigate } from 'react-router'
import { call } from '../../api/call.ts'
import { inBackground, showSuccess } from '../../api/feedback.ts'
import { CodeEditor } from '../../components/code/CodeEditor.tsx'
import { ErrorState } from '../../components/ErrorState.tsx'
import { FormDrawer } from '../../components/FormDrawer.tsx'
import { defaultListSize } from '../../ground/constants.ts'
import { useText } from '../../ground/language.ts'
import styles from './recordings.module.css'

interface Values {
  scriptName: string
  platformId: PlatformId
  content: string
}

/** The inputs as a script, which can be edited before it is saved. */
export function SaveScriptDrawer({ recording, onClose }: { recording: Recording; onClose: () => void }) {
  const t = useText()
  const navigate = useNavigate()
  const made = useQuery({
    queryKey: [recordings.script.path, recording.id],
    queryFn: ({ signal }) => call(recordings.script, { query: { id: recording.id }, signal }),
    meta: { silent: true },
  })
  const known = useQuery({
    queryKey: [platforms.list.path, 'options'],
    queryFn: ({ signal }) =>
      call(platforms.list, { query: { pageSize: defaultListSize, orderByColumn: 'platformName' }, signal }),
  })
  const save = async (values: Values) => {
    const params = made.data?.params ?? []
    await call(scripts.add, { body: { ...values, version: '1.0', params } })
    showSuccess(t('table.added'))
    inBackground(navigate(`/task/script?scriptName=${encodeURIComponent(values.scriptName)}`))
  }
  if (!made.data || !known.data)
    return (
      <FormDrawer
        key="coming"
        place={null}
        title={t('recording.saveScript')}
        width={760}
        onSubmit={async () => false}
        onClose={onClose}
      >
        {made.error ? (
          <ErrorState title={t('table.loadFailed')} error={made.error} onRetry={() => void made.refetch()} />
        ) : (
          <Skeleton active />
        )}
      </FormDrawer>
    )
  const initialValues = {
    scriptName: t('recording.scriptName', { device: recording.deviceNo, id: String(recording.id) }),
    platformId: known.data.list[0]?.id,
    content: made.data.text,
  }
  return (
    <FormDrawer<Values>
      key="made"
      place={`recording/script/${recording.id}`}
      title={t('recording.saveScript')}
      width={760}
      initialValues={initialValues}
      onSubmit={save}
      onClose={onClose}
    >
      <Form.Item
        name="scriptName"
        label={t('script.name')}
        rules={[{ required: true, whitespace: true, message: t('script.nameRequired') }]}
      >
        <Input maxLength={50} />
      </Form.Item>
      <Form.Item
        name="platformId"
        label={t('script.platform')}
        rules={[{ required: true, message: t('script.platformRequired') }]}
      >
        <Select
          options={known.data.list.map(({ id, platformName }) => ({ value: id, label: platformName }))}
        />
      </Form.Item>
      <p className={styles.hint}>{t('recording.scriptHint', { count: made.data.params.length })}</p>
      <div className={styles.editor}>
        <Form.Item name="content" noStyle>
          <CodeEditor label={t('script.text')} />
        </Form.Item>
      </div>
    </FormDrawer>
  )
}
