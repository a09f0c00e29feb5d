import { UploadOutlined } from '@ant-design/icons'
import { Alert, Button, Card, Form, Input, Space, Upload } from 'antd'
import { useState } from 'react'
import { withQuery } from '../../api/call.ts'
import { ask } from '../../api/feedback.ts'
import { errorMessage } from '../../api/message-of.ts'
import { byteText } from '../../components/byte-text.ts'
import { CallExamples, CodeBlock } from '../../components/code/CallExamples.tsx'
import type { ExampleCall } from '../../components/code/call-examples.ts'
import { currentLanguage, useText } from '../../ground/language.ts'
import { sessionToken } from '../../ground/session-store.ts'
import { type ApiCall, bodyExample, bodySchema, isBare, isUpload, type Schemas } from './api-document.ts'
import { ParameterFields } from './ParameterFields.tsx'
import styles from './system-api.module.css'

const shownCharacters = 50_000

interface Outcome {
  status: number
  /** Milliseconds. */
  took: number
  text: string
}

type Values = Record<string, string>
interface Draft {
  values: Values
  bodyText: string
  file?: File
}
/** What was entered for each call, until the page is closed. */
export type CallDrafts = Map<string, Draft>

/** With examples of what is required. */
const firstDraft = (apiCall: ApiCall): Draft => ({
  values: Object.fromEntries(
    apiCall.parameters
      .filter(({ required }) => required)
      .map(({ name, example }) => [name, writtenOf(example)]),
  ),
  bodyText: JSON.stringify(bodyExample(apiCall) ?? {}, null, 2),
})
const writtenOf = (example: unknown) => (Array.isArray(example) ? example.join(',') : String(example ?? ''))

function useDraft(apiCall: ApiCall, drafts: CallDrafts) {
  const { id } = apiCall
  const [draft, setDraft] = useState(() => drafts.get(id) ?? firstDraft(apiCall))
  const change = (part: Partial<Draft>) => {
    const changed = { ...draft, ...part }
    drafts.set(id, changed)
    setDraft(changed)
  }
  return [draft, change] as const
}

function parsed(text: string): { value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) }
  } catch {
    return undefined
  }
}

function addressFor({ path, parameters }: ApiCall, values: Values): string {
  const of = (place: 'path' | 'query') => parameters.filter((parameter) => parameter.in === place)
  const filled = of('path').reduce(
    (address, { name }) => address.replace(`{${name}}`, encodeURIComponent(values[name] ?? '')),
    path,
  )
  return withQuery(filled, Object.fromEntries(of('query').map(({ name }) => [name, values[name]])))
}

function bodyOf({ body }: ExampleCall, file: File | undefined): BodyInit | undefined {
  if (!file) return body === undefined ? undefined : JSON.stringify(body)
  const form = new FormData()
  form.append('file', file)
  return form
}

/** Text as it is readable; of another file only its type and size. */
async function readableAnswer(response: Response): Promise<string> {
  const type = response.headers.get('content-type') ?? ''
  if (!/^text\/|json|^$/.test(type)) return `${type}, ${byteText((await response.blob()).size)}`
  const text = await response.text()
  const json = parsed(text)
  return json ? JSON.stringify(json.value, null, 2) : text
}

async function send(example: ExampleCall, file: File | undefined): Promise<Outcome> {
  const startedAt = performance.now()
  const body = bodyOf(example, file)
  const response = await fetch(example.url, {
    method: example.method,
    headers: {
      languageSelect: currentLanguage(),
      Authorization: `Bearer ${sessionToken()}`,
      ...(typeof body === 'string' && { 'Content-Type': 'application/json' }),
    },
    ...(body !== undefined && { body }),
  })
  const text = await readableAnswer(response)
  const took = Math.round(performance.now() - startedAt)
  return { status: response.status, took, text: text.slice(0, shownCharacters) }
}

const isComplete = (apiCall: ApiCall, { values, file }: Pick<Draft, 'values'> & { file: File | undefined }) =>
  apiCall.parameters.every(({ name, required }) => !required || values[name]) &&
  (file !== undefined || !isUpload(apiCall))

interface TryOutProps {
  apiCall: ApiCall
  schemas: Schemas
  drafts: CallDrafts
}

/** Makes the call with the user's own session, and shows code examples. */
export function TryOut({ apiCall, schemas, drafts }: TryOutProps) {
  const t = useText()
  const schema = bodySchema(apiCall)
  const [{ values, bodyText, file }, change] = useDraft(apiCall, drafts)
  const [outcome, setOutcome] = useState<Outcome>()
  const [failure, setFailure] = useState<string>()
  const [isSending, setSending] = useState(false)
  const body = schema && parsed(bodyText)
  const isWrong = schema !== undefined && body === undefined
  const needsFile = isUpload(apiCall)
  const example: ExampleCall = {
    method: apiCall.method,
    url: location.origin + addressFor(apiCall, values),
    isPublic: apiCall['x-permission'] === 'public',
    isStored: isBare(apiCall),
    ...(body && { body: body.value }),
    ...(needsFile && { file: file?.name ?? 'file' }),
  }
  const run = async () => {
    setSending(true)
    setFailure(undefined)
    try {
      setOutcome(await send(example, file))
    } catch (error) {
      setFailure(errorMessage(error))
    }
    setSending(false)
  }
  const start = () => {
    if (!apiCall['x-changes']) return run()
    return ask({ title: t('systemApi.changes'), content: apiCall.id, okText: t('systemApi.send'), onOk: run })
  }
  return (
    <>
      <Card size="small" title={t('systemApi.tryOut')}>
        <p className="login-hint">{t('systemApi.sendHint')}</p>
        <Form layout="vertical" onFinish={start}>
          <ParameterFields
            parameters={apiCall.parameters}
            schemas={schemas}
            values={values}
            onChange={(changed) => change({ values: changed })}
          />
          {schema && (
            <Form.Item
              label={t('systemApi.body')}
              {...(isWrong && { validateStatus: 'error' as const, help: t('systemApi.notJson') })}
            >
              <Input.TextArea
                className={styles.mono ?? ''}
                autoSize={{ minRows: 3, maxRows: 16 }}
                aria-label={t('systemApi.body')}
                value={bodyText}
                onChange={(event) => change({ bodyText: event.target.value })}
              />
            </Form.Item>
          )}
          {needsFile && (
            <Form.Item required label={t('systemApi.file')}>
              <Upload
                maxCount={1}
                showUploadList={false}
                beforeUpload={(chosen) => {
                  change({ file: chosen })
                  return false
                }}
              >
                <Button icon={<UploadOutlined />}>{file?.name ?? t('systemApi.chooseFile')}</Button>
              </Upload>
            </Form.Item>
          )}
          <Button
            type="primary"
            htmlType="submit"
            loading={isSending}
            disabled={isWrong || !isComplete(apiCall, { values, file })}
          >
            {t('systemApi.send')}
          </Button>
        </Form>
        {failure && <Alert type="error" showIcon title={failure} className={styles.outcome ?? ''} />}
        {outcome && (
          <div className={styles.outcome}>
            <Space>
              <strong>HTTP {outcome.status}</strong>
              {t('systemApi.took', { count: outcome.took })}
            </Space>
            <CodeBlock text={outcome.text} />
          </div>
        )}
      </Card>
      <Card size="small" title={t('systemApi.examples')}>
        <p className="login-hint">{t('systemApi.examplesHint')}</p>
        <CallExamples example={example} />
      </Card>
    </>
  )
}
