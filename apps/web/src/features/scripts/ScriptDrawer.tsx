import { type Script, ScriptDraft, scripts } from '@fleetdeck/contract/scripts'
import { Form } from 'antd'
import { call } from '../../api/call.ts'
import { signIfAuthor } from '../../components/authors/author-key.ts'
import { FormDrawer } from '../../components/FormDrawer.tsx'
import { PlatformField } from '../../components/script-file/PlatformField.tsx'
import { SourceFields, type SourceValues, toSource } from '../../components/script-file/SourceFields.tsx'
import { useRefusedPlace } from '../../components/script-file/use-refused-place.ts'
import { ParamsField } from '../../components/script-params/ParamsField.tsx'
import { OwnerField, TextAreaField, TextField } from '../../crud/fields.tsx'
import { useText } from '../../ground/language.ts'
import { ExampleField } from './ExampleField.tsx'
import { FunctionsLine } from './FunctionsLine.tsx'
import { HotCoverNotice, showSaved } from './HotCoverNotice.tsx'
import { SourceNotice } from './SourceNotice.tsx'
import { UsersField } from './UsersField.tsx'

type Values = Omit<ScriptDraft, 'url' | 'fileName' | 'content' | 'scriptLanguage' | 'fileMd5'> & SourceValues

interface ScriptDrawerProps {
  /** Undefined for a new one. */
  script: Script | undefined
  onSaved: () => unknown
  onClose: () => void
}

/** The properties of a script, and the source of its file (spec §5). */
export function ScriptDrawer({ script, onSaved, onClose }: ScriptDrawerProps) {
  const t = useText()
  const { place, showPlace } = useRefusedPlace()
  const submit = async ({ source, address, file, content, scriptLanguage, fileMd5, ...rest }: Values) => {
    if (source === 'written' && content) await signIfAuthor(content)
    const body = { ...rest, ...toSource({ source, address, file, content, scriptLanguage, fileMd5 }) }
    try {
      if (script) {
        const { hot, findings } = await call(scripts.edit, { body: { ...body, id: script.id } })
        showSaved(t, hot, findings)
      } else {
        const { findings } = await call(scripts.add, { body })
        showSaved(t, null, findings)
      }
    } catch (error) {
      showPlace(error, rest.scriptName.trim())
      throw error
    }
    return onSaved()
  }
  const initialValues = script
    ? {
        scriptName: script.scriptName,
        platformId: script.platformId,
        version: script.version,
        userIds: script.users.map(({ id }) => id),
        params: script.params,
        source: 'kept',
        address: script.url,
      }
    : { version: '1.0.0', params: [], userIds: [], source: 'upload' }
  return (
    <FormDrawer<Values>
      place={`script/${script?.id ?? 'new'}`}
      title={t(script ? 'script.edit' : 'script.add')}
      name={script?.scriptName}
      width={760}
      initialValues={initialValues}
      onSubmit={submit}
      onClose={onClose}
    >
      {script?.source && <SourceNotice source={script.source} />}
      {script?.hot && <HotCoverNotice hot={script.hot} />}
      {!script && <ExampleField />}
      <TextField draft={ScriptDraft} name="scriptName" label={t('script.name')} autoFocus />
      <PlatformField />
      <SourceFields isNew={!script} place={place} />
      {script && <FunctionsLine script={script} />}
      <TextField
        draft={ScriptDraft}
        name="version"
        label={t('script.version')}
        hint={script && t('script.versionHint')}
      />
      <TextAreaField
        draft={ScriptDraft}
        name="note"
        label={t('script.note')}
        autoSize={{ minRows: 1, maxRows: 4 }}
      />
      <Form.Item name="userIds" label={t('script.users')} extra={t('script.usersHint')}>
        <UsersField known={script?.users ?? []} />
      </Form.Item>
      {!script && <OwnerField label={t('script.owner')} hint={t('platform.ownerHint')} />}
      <ParamsField />
    </FormDrawer>
  )
}
