import { firstTexts, firstView } from './app/first-parts.ts'
import './app/styles/antd.css'
import './app/app.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app/App.tsx'
import { catchRest } from './app/last-handler.ts'
import { preloadView } from './app/pages/load-view.ts'
import { loginView } from './app/static-views.ts'
import { reportError } from './ground/report-error.ts'

async function start(root: HTMLElement) {
  catchRest()
  await firstTexts
  // One render instead of two; the console's frame loads while the server is asked for the rights.
  if (firstView === loginView) await preloadView(loginView)
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  )
}

// Not awaited here: the language's own file imports parts of this one, and would wait for its end.
const root = document.getElementById('root')
if (root) start(root).catch(reportError)
