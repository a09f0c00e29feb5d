import { deviceGroups } from '@fleetdeck/contract/device-groups'
import { Status } from '@fleetdeck/contract/enums'
import { type HotScript, HotScriptDraft, hotScripts } from '@fleetdeck/contract/hot-scripts'
import type { ScriptId } from '@fleetdeck/contract/ids'
import { languageOfFile, type ScriptLanguage } from '@fleetdeck/contract/script-language'
import { scripts } from '@fleetdeck/contract/scripts'
import { useQuery } from '@tanstack/react-query'
import { Form, Radio, type RadioChangeEvent, Select } from 'antd'
import { call } from '../../api/call.ts'
import { showSuccess } from '../../api/feedback.ts'
import { signIfAuthor } from '../../components/authors/author-key.ts'
import { FormDrawer } from '../../components/FormDrawer.tsx'
import { nextVersion } from '../../components/script-file/next-version.ts'
import { SourceFields, type SourceValues, toSource } from '../../components/script-file/SourceFields.tsx'
import { useRefusedPlace } from '../../components/script-file/use-refused-place.ts'
import { NumberField, TextAreaField, TextField } from '../../crud/fields.tsx'
import { defaultListSize } from '../../ground/constants.ts'
import { useText } from '../../ground/language.ts'

type Values = Omit<HotScriptDraft, 'url' | 'fileName' | 'content' | 'scriptLanguage' | 'fileMd5'> &
  SourceValues

interface HotDrawerProps {
  /** Undefined for a new one. */
  hot: HotScript | undefined
  onSaved: () => unknown
  onClose: () => void
}

function useOptions() {
  const own = useQuery({
    queryKey: [scripts.list.path, 'options'],
    queryFn: ({ signal }) => call(scripts.list, { query: { pageSize: defaultListSize }, signal }),
  })
  const groups = useQuery({
    queryKey: [deviceGroups.list.path, 'options'],
    queryFn: ({ signal }) => call(deviceGroups.list, { query: { pageSize: defaultListSize }, signal }),
  })
  const mine = own.data?.list.filter(({ isMine }) => isMine) ?? []
  return {
    scripts: mine.map(({ id, scriptName, version, originalName }) => ({
      ...{ value: id, label: scriptName, version },
      language: languageOfFile(originalName),
    })),
    groups: groups.data?.list.map(({ id, groupName }) => ({ value: id, label: groupName })) ?? [],
  }
}

function RolloutFields({ groups }: { groups: { value: number; label: string }[] }) {
  const t = useText()
  return (
    <>
      <Form.Item name="groupIds" label={t('hot.groups')} extra={t('hot.groupsHint')}>
        <Select mode="multiple" showSearch={{ optionFilterProp: 'label' }} options={groups} />
      </Form.Item>
      <NumberField
        draft={HotScriptDraft}
        name="exceptionLimit"
        label={t('hot.exceptionLimit')}
        hint={t('hot.limitHint')}
        suffix={t('hot.points')}
      />
      <NumberField draft={HotScriptDraft} name="minRuns" label={t('hot.minRuns')} hint={t('hot.minHint')} />
      <NumberField draft={HotScriptDraft} name="minPhones" label={t('hot.minPhones')} />
      <NumberField
        draft={HotScriptDraft}
        name="advanceMinutes"
        label={t('hot.advance')}
        hint={t('hot.advanceHint')}
        suffix={t('hot.minutes')}
      />
      <Form.Item name="whenOver" label={t('hot.whenOver')}>
        <Radio.Group
          options={[
            { value: 0, label: t('hot.whenHold') },
            { value: 1, label: t('hot.whenBack') },
          ]}
        />
      </Form.Item>
    </>
  )
}

/** A new version is numbered after that of the script. */
function ScriptField({ scripts: own }: { scripts: { value: ScriptId; label: string; version: string }[] }) {
  const t = useText()
  const form = Form.useFormInstance<Values>()
  return (
    <Form.Item
      name="scriptId"
      label={t('hot.script')}
      extra={t('hot.scriptHint')}
      rules={[{ required: true, message: t('hot.scriptRequired') }]}
    >
      <Select<ScriptId, (typeof own)[number]>
        showSearch={{ optionFilterProp: 'label' }}
        placeholder={t('table.chooseFrom')}
        options={own}
        onChange={(_, option) => {
          if (option && !Array.isArray(option) && !form.isFieldTouched('version'))
            form.setFieldValue('version', nextVersion(option.version))
        }}
      />
    </Form.Item>
  )
}

interface HotSourceProps extends Pick<Parameters<typeof SourceFields>[0], 'isNew' | 'place'> {
  scripts: { value: ScriptId; language: ScriptLanguage }[]
}

/** A written text has the language of its script. */
function HotSource({ scripts: own, ...rest }: HotSourceProps) {
  const scriptId: unknown = Form.useWatch('scriptId')
  const language = own.find(({ value }) => value === scriptId)?.language ?? 'js'
  return <SourceFields {...rest} language={language} />
}

function OnOff(props: { value?: number; onChange?: (event: RadioChangeEvent) => void }) {
  const t = useText()
  const options = [
    { value: Status.on, label: t('parameter.yes') },
    { value: Status.off, label: t('parameter.no') },
  ]
  return <Radio.Group {...props} options={options} />
}

/** A version for phones, and its rollout (spec §3, hot script). */
export function HotDrawer({ hot, onSaved, onClose }: HotDrawerProps) {
  const t = useText()
  const options = useOptions()
  const { place, showPlace } = useRefusedPlace()
  const submit = async ({ source, address, file, content, scriptLanguage, fileMd5, ...rest }: Values) => {
    if (source === 'written' && content) await signIfAuthor(content)
    const body = { ...rest, ...toSource({ source, address, file, content, scriptLanguage, fileMd5 }) }
    try {
      if (hot) await call(hotScripts.edit, { body: { ...body, id: hot.id } })
      else await call(hotScripts.add, { body })
    } catch (error) {
      // The version is one of the script, whose name the refusal has.
      showPlace(error, options.scripts.find(({ value }) => value === rest.scriptId)?.label ?? '')
      throw error
    }
    showSuccess(t(hot ? 'table.saved' : 'table.added'))
    return onSaved()
  }
  const added = {
    source: 'upload',
    version: '1.0.0',
    forceUpdate: 1,
    versionPopup: 1,
    versionMsg: '',
    groupIds: [],
    exceptionLimit: 5,
    whenOver: 1,
    minRuns: 20,
    minPhones: 3,
    advanceMinutes: 0,
  }
  return (
    <FormDrawer<Values>
      place={`hotScript/${hot?.id ?? 'new'}`}
      title={t(hot ? 'hot.edit' : 'hot.add')}
      name={hot?.hotName}
      width={640}
      initialValues={hot ? { ...toDraft(hot), source: 'kept', address: hot.url } : added}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField draft={HotScriptDraft} name="hotName" label={t('hot.name')} autoFocus />
      <ScriptField scripts={options.scripts} />
      <HotSource isNew={!hot} place={place} scripts={options.scripts} />
      <TextField draft={HotScriptDraft} name="version" label={t('script.version')} />
      <Form.Item name="forceUpdate" label={t('hot.forceUpdate')} extra={t('hot.forceHint')}>
        <OnOff />
      </Form.Item>
      <Form.Item name="versionPopup" label={t('hot.versionPopup')}>
        <OnOff />
      </Form.Item>
      <TextAreaField
        draft={HotScriptDraft}
        name="versionMsg"
        label={t('hot.versionMsg')}
        autoSize={{ minRows: 1, maxRows: 4 }}
      />
      <RolloutFields groups={options.groups} />
    </FormDrawer>
  )
}

const toDraft = (hot: HotScript) => ({
  hotName: hot.hotName,
  scriptId: hot.scriptId,
  version: hot.version,
  forceUpdate: hot.forceUpdate,
  versionPopup: hot.versionPopup,
  versionMsg: hot.versionMsg,
  groupIds: hot.groupIds,
  exceptionLimit: hot.exceptionLimit,
  whenOver: hot.whenOver,
  minRuns: hot.minRuns,
  minPhones: hot.minPhones,
  advanceMinutes: hot.advanceMinutes,
})
