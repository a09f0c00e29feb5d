import { type RunQuestion, runQuestions } from '@fleetdeck/contract/run-questions'
import { useQueryClient } from '@tanstack/react-query'
import { Button, Input, InputNumber, Radio, Select, Space } from 'antd'
import { type SubmitEvent, useState } from 'react'
import { call } from '../../api/call.ts'
import { inBackground, shown, showSuccess } from '../../api/feedback.ts'
import { useText } from '../../ground/language.ts'
import styles from './questions.module.css'

/** More options are shown as a list that opens. */
const maxRadios = 4

interface InputProps {
  question: RunQuestion
  value: string
  onChange: (value: string) => void
}

function AnswerInput({ question, value, onChange }: InputProps) {
  const t = useText()
  const { kind, choices, placeholder } = question
  const label = { 'aria-label': t('question.yourAnswer'), name: 'answer' }
  if (kind === 'number')
    return (
      <InputNumber
        {...label}
        stringMode
        style={{ width: '100%' }}
        placeholder={placeholder}
        value={value || null}
        onChange={(number) => onChange(String(number ?? ''))}
      />
    )
  if (kind === 'password')
    return (
      <Input.Password
        {...label}
        autoComplete="new-password"
        placeholder={placeholder}
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
    )
  if (kind === 'choice' && choices.length > maxRadios)
    return (
      <Select
        {...label}
        style={{ width: '100%' }}
        placeholder={placeholder || t('question.choose')}
        value={value || null}
        onChange={onChange}
        options={choices.map((choice) => ({ value: choice, label: choice }))}
      />
    )
  if (kind === 'choice')
    return (
      <Radio.Group {...label} value={value} onChange={({ target }) => onChange(String(target.value))}>
        <Space orientation="vertical">
          {choices.map((choice) => (
            <Radio key={choice} value={choice}>
              {choice}
            </Radio>
          ))}
        </Space>
      </Radio.Group>
    )
  return (
    <Input
      {...label}
      autoComplete="off"
      maxLength={2000}
      placeholder={placeholder}
      value={value}
      onChange={({ target }) => onChange(target.value)}
    />
  )
}

/** The answer to a question; it never takes the focus. */
export function QuestionForm({ question }: { question: RunQuestion }) {
  const t = useText()
  const client = useQueryClient()
  const { id, kind, deviceNo, defaultAnswer } = question
  const [value, setValue] = useState(kind === 'confirm' ? '' : (defaultAnswer ?? ''))
  const [isSending, setSending] = useState(false)

  const send = (work: Promise<unknown>, done?: string) => {
    setSending(true)
    const ended = () => {
      setSending(false)
      inBackground(client.invalidateQueries({ queryKey: [runQuestions.list.path] }))
    }
    shown(work)
      .then(() => done && showSuccess(done))
      .catch(() => undefined)
      .finally(ended)
  }
  const answer = (words: string) =>
    send(call(runQuestions.answer, { body: { id, answer: words } }), t('question.sent', { device: deviceNo }))
  const skip = () => send(call(runQuestions.skip, { body: { id } }))
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (!isSending && isComplete) answer(value)
  }
  const isComplete = kind === 'text' || kind === 'password' || value !== ''

  if (!question.mayAnswer) return <p className={styles.note}>{t('question.mayNot')}</p>
  if (kind === 'message')
    return (
      <div className={styles.buttons}>
        <Button size="small" loading={isSending} onClick={skip}>
          {t('question.dismiss')}
        </Button>
      </div>
    )
  return (
    <form className={styles.form} onSubmit={submit}>
      {kind !== 'confirm' && <AnswerInput question={question} value={value} onChange={setValue} />}
      <div className={styles.buttons}>
        <Button size="small" title={t('question.skipHint')} disabled={isSending} onClick={skip}>
          {t('question.skip')}
        </Button>
        {kind === 'confirm' ? (
          <>
            <Button size="small" disabled={isSending} onClick={() => answer('false')}>
              {t('question.no')}
            </Button>
            <Button size="small" type="primary" loading={isSending} onClick={() => answer('true')}>
              {t('question.yes')}
            </Button>
          </>
        ) : (
          <Button size="small" type="primary" htmlType="submit" disabled={!isComplete} loading={isSending}>
            {t('question.answer')}
          </Button>
        )}
      </div>
    </form>
  )
}
