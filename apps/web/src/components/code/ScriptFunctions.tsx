import { scriptObjects } from '@fleetdeck/contract/script-api'
import {
  type DescribedApi,
  type DescribedCall,
  type DescribedField,
  signature,
} from '@fleetdeck/contract/script-api/describe'
import { scriptApiTexts } from '@fleetdeck/i18n/script-api'
import { Collapse, Empty, Input, Tag } from 'antd'
import { useDeferredValue, useState } from 'react'
import { currentLanguage, useText } from '../../ground/language.ts'
import { CodeBlock } from './CallExamples.tsx'
import styles from './code.module.css'
import { describedApi } from './described-api.ts'

/** All functions of scripts with their arguments and examples, and a search. */
export function ScriptFunctions() {
  const t = useText()
  const api = describedApi(currentLanguage())
  const [typed, setTyped] = useState('')
  const words = useDeferredValue(typed).toLowerCase().split(/\s+/).filter(Boolean)
  const found = api.calls.filter(({ path, text }) =>
    words.every((word) => `${path} ${text}`.toLowerCase().includes(word)),
  )
  const items = scriptObjects.flatMap((object) => {
    const calls = found.filter((call) => call.object === object)
    if (calls.length === 0) return []
    const label = object || t('script.globalFunctions')
    const children = calls.map((call) => <Entry key={call.path} call={call} api={api} />)
    return [{ key: label, label: `${label} (${calls.length})`, children }]
  })
  return (
    <>
      <Input.Search
        allowClear
        autoFocus
        aria-label={t('script.searchFunctions')}
        placeholder={t('script.searchFunctions')}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      {items.length === 0 ? (
        <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('table.nothingFound')} />
      ) : (
        <Collapse
          key={words.length > 0 ? 'found' : 'all'}
          ghost
          items={items}
          defaultActiveKey={words.length > 0 ? items.map(({ key }) => key) : ['device']}
        />
      )}
    </>
  )
}

function Entry({ call, api: { types } }: { call: DescribedCall; api: DescribedApi }) {
  const t = useText()
  const { capabilities } = scriptApiTexts[currentLanguage()]
  const shapes = call.types.flatMap((name) => {
    const type = types.get(name)
    return type && (type.alias || type.fields.length > 0) ? [type] : []
  })
  return (
    <section className={styles.function}>
      <h4>
        <code>{signature(call)}</code>
        {call.result !== 'void' && <code> → {call.result}</code>}
      </h4>
      <p>{call.text}</p>
      {call.needs.length > 0 && (
        <p>
          {t('script.needs')}{' '}
          {call.needs.map((name) => (
            <Tag key={name} title={capabilities[name]}>
              {name}
            </Tag>
          ))}
        </p>
      )}
      <Fields fields={call.args.filter(({ text }) => text)} />
      {shapes.map(({ name, fields, alias }) => (
        <div key={name}>
          <code>{alias ? `${name} = ${alias}` : name}</code>
          <Fields fields={fields} />
        </div>
      ))}
      <CodeBlock text={call.example} />
    </section>
  )
}

function Fields({ fields }: { fields: DescribedField[] }) {
  if (fields.length === 0) return null
  return (
    <ul>
      {fields.map(({ name, isOptional, text, type }) => (
        <li key={name}>
          <code>
            {name}
            {isOptional && '?'}: {type}
          </code>{' '}
          {text}
        </li>
      ))}
    </ul>
  )
}
