import { Alert, Button, Card, Form, Input, Space } from 'antd'
import { useState } from 'react'
import { withQuery } from '../../api/call.ts'
import { ask } from '../../api/feedback.ts'
import { errorMessage } from '../../api/message-of.ts'
import { CallExamples, CodeBlock } from '../../components/code/CallExamples.tsx'
import type { ExampleCall } from '../../components/code/call-examples.ts'
import { currentLanguage, useText } from '../../ground/language.ts'
import { sessionToken } from '../../ground/session-store.ts'
import { type ApiCall, bodyExample, bodySchema } from './api-document.ts'
import styles from './system-api.module.css'

const shownCharacters = 50_000

interface Outcome {
  status: number
  /** Milliseconds. */
  took: number
  text: string
}

type Values = Record<string, string>
/** What was typed for each call, until the page is closed. */
export type CallDrafts = Map<string, { values: Values; bodyText: string }>

function useDraft({ id, ...apiCall }: ApiCall, drafts: CallDrafts) {
  const [draft, setDraft] = useState(
    () => drafts.get(id) ?? { values: {}, bodyText: JSON.stringify(bodyExample(apiCall) ?? {}, null, 2) },
  )
  const change = (part: Partial<typeof draft>) => {
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

async function send({ method, url, body }: ExampleCall): Promise<Outcome> {
  const startedAt = performance.now()
  const response = await fetch(url, {
    method,
    headers: {
      languageSelect: currentLanguage(),
      Authorization: `Bearer ${sessionToken()}`,
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  const took = Math.round(performance.now() - startedAt)
  const json = parsed(text)
  const readable = json ? JSON.stringify(json.value, null, 2) : text
  return { status: response.status, took, text: readable.slice(0, shownCharacters) }
}

/** Makes the call with the user's own session, and shows code examples. */
export function TryOut({ apiCall, drafts }: { apiCall: ApiCall; drafts: CallDrafts }) {
  const t = useText()
  const schema = bodySchema(apiCall)
  const [{ values, bodyText }, change] = useDraft(apiCall, drafts)
  const [outcome, setOutcome] = useState<Outcome>()
  const [failure, setFailure] = useState<string>()
  const [isSending, setSending] = useState(false)
  const body = schema && parsed(bodyText)
  const isWrong = schema !== undefined && body === undefined
  const isUpload = apiCall.requestBody?.content['multipart/form-data'] !== undefined
  const example: ExampleCall = {
    method: apiCall.method,
    url: location.origin + addressFor(apiCall, values),
    isPublic: apiCall['x-permission'] === 'public',
    ...(body && { body: body.value }),
  }
  const run = async () => {
    setSending(true)
    setFailure(undefined)
    try {
      setOutcome(await send(example))
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
          <div className={styles.parameters}>
            {apiCall.parameters.map(({ name, required = false, description }) => (
              <Form.Item key={name} label={name} required={required} extra={description}>
                <Input
                  aria-label={name}
                  value={values[name] ?? ''}
                  onChange={(event) => change({ values: { ...values, [name]: event.target.value } })}
                />
              </Form.Item>
            ))}
          </div>
          {schema && !isUpload && (
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
          {isUpload ? (
            <Alert type="info" showIcon title={t('systemApi.isUpload')} />
          ) : (
            <Button type="primary" htmlType="submit" loading={isSending} disabled={isWrong}>
              {t('systemApi.send')}
            </Button>
          )}
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
