import type { RefusedPlace } from '@fleetdeck/contract/endpoint'
import type { StoredFile } from '@fleetdeck/contract/files'
import { languageOfFile, type ScriptLanguage } from '@fleetdeck/contract/script-language'
import { scripts, scriptUpload } from '@fleetdeck/contract/scripts'
import { useQuery } from '@tanstack/react-query'
import { Form, Input, Radio } from 'antd'
import { call } from '../../api/call.ts'
import { uploadTo } from '../../api/upload-file.ts'
import { useText } from '../../ground/language.ts'
import { signIfAuthor } from '../authors/author-key.ts'
import { CodeEditor } from '../code/CodeEditor.tsx'
import { LanguageField } from '../code/LanguageField.tsx'
import { ScriptReference } from '../code/ScriptReference.tsx'
import { UploadField } from '../upload/UploadField.tsx'
import styles from './script-file.module.css'

export interface SourceValues {
  source: 'kept' | 'upload' | 'address' | 'written'
  address?: string | undefined
  file?: StoredFile | undefined
  content?: string | undefined
  /** Omitted: the one that the name ends with. */
  scriptLanguage?: ScriptLanguage | undefined
  fileMd5?: string | undefined
}

/** The part of a draft that describes the source of the file. */
export function toSource({ source, address, file, content, scriptLanguage, fileMd5 }: SourceValues) {
  const md5 = fileMd5 ? { fileMd5 } : {}
  if (source === 'address') return { url: address ?? '', ...md5 }
  if (source === 'upload') return { fileName: file?.fileName ?? '', ...md5 }
  if (source === 'written') return { content: content ?? '', ...(scriptLanguage && { scriptLanguage }) }
  return {}
}

/** An author signs what they have chosen, before it leaves the browser. */
const sendScript = async (file: File, onProgress: (loaded: number, total: number) => void) => {
  await signIfAuthor(file)
  const form = new FormData()
  form.append('file', file)
  return uploadTo(scriptUpload, form, onProgress)
}

function UploadPart() {
  const t = useText()
  const { data } = useQuery({
    queryKey: [scripts.limits.path],
    queryFn: ({ signal }) => call(scripts.limits, { signal }),
  })
  return (
    <Form.Item
      name="file"
      label={t('script.file')}
      rules={[{ required: true, message: t('script.fileRequired') }]}
    >
      <UploadField types={data?.types ?? ['js']} limit={data?.limit ?? 5} send={sendScript} />
    </Form.Item>
  )
}

function Md5Part() {
  const t = useText()
  return (
    <Form.Item
      name="fileMd5"
      label={t('script.md5')}
      extra={t('script.md5Hint')}
      rules={[{ pattern: /^[0-9a-fA-F]{32}$/, message: t('script.md5Format') }]}
    >
      <Input maxLength={32} spellCheck={false} />
    </Form.Item>
  )
}

function AddressPart() {
  const t = useText()
  return (
    <Form.Item
      name="address"
      label={t('script.address')}
      extra={t('script.addressHint')}
      rules={[
        { required: true, whitespace: true, message: t('script.addressRequired') },
        { pattern: /^https?:\/\//i, message: t('script.addressWrong') },
      ]}
    >
      <Input maxLength={2000} spellCheck={false} placeholder="https://" />
    </Form.Item>
  )
}

interface SourceFieldsProps {
  isNew: boolean
  /** Of a written text; omitted: it is chosen. */
  language?: ScriptLanguage
  /** Where a written text is wrong. */
  place?: RefusedPlace | undefined
}

/** Source of the script's file; an existing script may keep its current file. */
export function SourceFields({ isNew, language, place }: SourceFieldsProps) {
  const t = useText()
  const source: unknown = Form.useWatch('source')
  const sources = [
    ...(isNew ? [] : [{ value: 'kept', label: t('script.fileKept') }]),
    { value: 'upload', label: t('script.fromUpload') },
    { value: 'address', label: t('script.fromAddress') },
    ...(isNew ? [{ value: 'written', label: t('script.fromText') }] : []),
  ]
  return (
    <>
      <Form.Item name="source" label={t('script.source')}>
        <Radio.Group options={sources} optionType="button" />
      </Form.Item>
      {source === 'upload' && <UploadPart />}
      {source === 'address' && <AddressPart />}
      {source === 'written' && <WrittenPart fixed={language} place={place} />}
      {(source === 'upload' || source === 'address') && <Md5Part />}
    </>
  )
}

/** Until a language is chosen, it is the one that the name ends with. */
function WrittenPart({
  fixed,
  place,
}: {
  fixed: ScriptLanguage | undefined
  place: RefusedPlace | undefined
}) {
  const t = useText()
  const chosen: ScriptLanguage | undefined = Form.useWatch('scriptLanguage')
  const scriptName: string | undefined = Form.useWatch('scriptName')
  const language = fixed ?? chosen ?? languageOfFile(scriptName ?? '')
  return (
    <>
      {!fixed && (
        <Form.Item
          name="scriptLanguage"
          label={t('script.language')}
          getValueProps={() => ({ value: language })}
        >
          <LanguageField />
        </Form.Item>
      )}
      <Form.Item
        name="content"
        label={t('script.text')}
        rules={[{ required: true, message: t('script.textRequired') }]}
      >
        <Written language={language} place={place} />
      </Form.Item>
    </>
  )
}

interface WrittenProps {
  value?: string
  onChange?: (text: string) => void
  language: ScriptLanguage
  place: RefusedPlace | undefined
}

function Written(props: WrittenProps) {
  const t = useText()
  return (
    <>
      <div className={styles.textSource}>
        <CodeEditor {...props} label={t('script.text')} />
      </div>
      <ScriptReference />
    </>
  )
}
