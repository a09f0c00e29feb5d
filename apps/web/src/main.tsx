import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import './app/app.css'
import { App } from './app/App.tsx'
import { catchRest } from './app/last-handler.ts'
import { startLanguage } from './ground/language.ts'
import { reportError } from './ground/report-error.ts'

async function start(root: HTMLElement) {
  catchRest()
  await startLanguage()
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  )
}

// Not awaited here: the language's own file imports parts of this one, and would wait for its end.
const root = document.getElementById('root')
if (root) start(root).catch(reportError)
