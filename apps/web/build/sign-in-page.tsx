import { createCache, extractStyle, StyleProvider } from '@ant-design/cssinjs'
import { LockOutlined, UserOutlined } from '@ant-design/icons'
import { zhcn } from '@fleetdeck/i18n/zhcn'
import { Button, Checkbox, ConfigProvider, Form, Input } from 'antd'
import { renderToStaticMarkup } from 'react-dom/server'
import { nameInput, passwordInput } from '../src/components/sign-in/credential-inputs.ts'
import { tokenClass } from '../src/ground/theme/theme-config.ts'
import { firstPalette, firstTheme } from './antd-styles.tsx'

/** Labels and buttons come with the language, which is not known yet: their room is reserved. */
const blank = '\u00a0'

/** No form, which could be sent before there is code to send it. */
function EarlyFields() {
  return (
    <div className={`early ${tokenClass}`}>
      <div className="login">
        <div className="login-aside" />
        <main className="login-main">
          <div className="login-card">
            <div className="login-logo" style={{ display: 'inline-block' }} />
            <h1>{blank}</h1>
            <Form component="div" layout="vertical" size="large" requiredMark={false} className="login-form">
              <Form.Item label={blank}>
                <Input
                  {...nameInput}
                  name="username"
                  aria-label={zhcn['login.userName']}
                  prefix={<UserOutlined aria-hidden />}
                  autoFocus
                />
              </Form.Item>
              <Form.Item label={blank}>
                <Input.Password
                  {...passwordInput}
                  name="password"
                  aria-label={zhcn['login.password']}
                  prefix={<LockOutlined aria-hidden />}
                  visibilityToggle={false}
                />
              </Form.Item>
              <Form.Item className="login-remember" style={{ visibility: 'hidden' }}>
                <Checkbox disabled />
              </Form.Item>
              <Button type="primary" block disabled aria-hidden>
                {blank}
              </Button>
            </Form>
          </div>
        </main>
      </div>
    </div>
  )
}

type Values = ReadonlyMap<string, string>

/** The page, and the CSS variables that antd and the console set for it in the theme that a browser has at first. */
function draw(): { markup: string; values: Values } {
  const cache = createCache()
  const markup = renderToStaticMarkup(
    <StyleProvider cache={cache}>
      <ConfigProvider theme={firstTheme}>
        <EarlyFields />
      </ConfigProvider>
    </StyleProvider>,
  )
  const written = extractStyle(cache, { plain: true, types: ['cssVar', 'token'] })
  const values = [...written.matchAll(/(--[\w-]+):([^;}]+)/g)].map(([, name = '', value = '']) => [
    name,
    value,
  ])
  const own = Object.entries(firstPalette).map(([name, value]) => [`--${name}`, value])
  return { markup, values: new Map([...values, ...own] as [string, string][]) }
}

const namesIn = (css: string) => [...css.matchAll(/var\((--[\w-]+)/g)].map(([, name = '']) => name)

/** Of these styles, the variables in rules for classes of this page, and those that these need. */
function usedNames(styles: string, markup: string, values: Values): string[] {
  const classes = new Set(markup.match(/[\w-]+/g))
  const applies = (selector: string) =>
    (selector.replaceAll(/:not\([^)]*\)/g, '').match(/\.[\w-]+/g) ?? []).every((name) =>
      classes.has(name.slice(1)),
    )
  const rules = [...styles.matchAll(/([^{}]+)\{([^{}]*)\}/g)]
  const waiting = rules
    .filter(([, selectors = '']) => selectors.split(',').some(applies))
    .flatMap(([, , body = '']) => namesIn(body))
  const used = new Set<string>()
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    if (used.has(name) || !values.has(name)) continue
    used.add(name)
    waiting.push(...namesIn(values.get(name) ?? ''))
  }
  return [...used]
}

/**
 * The page of the build with fields in it that take what is typed before any code has run, for the address of the
 * sign-in page; the code puts its own form in their place, with what was typed.
 * @param html the page that Vite wrote
 * @param css the console's own style sheet
 */
export function signInPage(html: string, css: string): string {
  const { markup, values } = draw()
  const set = usedNames(css, markup, values).map((name) => `${name}:${values.get(name)}`)
  return html
    .replace('</head>', () => `  <style>.early{${set.join(';')}}</style>\n  </head>`)
    .replace('<div id="root"></div>', () => `<div id="root">${markup}</div>`)
}
