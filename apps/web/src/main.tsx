import { firstTexts, firstView } from './app/first-parts.ts'
import './app/styles/antd.css'
import './app/app.css'
import { StrictMode, startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app/App.tsx'
import { catchRest } from './app/last-handler.ts'
import { preloadView } from './app/pages/load-view.ts'
import { loginView } from './app/static-views.ts'
import { reportError } from './ground/report-error.ts'

/** Lets in text that is typed in the meantime. */
const breathe = () => new Promise((resolve) => setTimeout(resolve))

async function start(root: HTMLElement) {
  catchRest()
  await firstTexts
  const render = () =>
    createRoot(root).render(
      <StrictMode>
        <App />
      </StrictMode>,
    )
  // The console's frame loads while the server is asked for the rights.
  if (firstView !== loginView) return render()
  // One render instead of two, and one that lets keys in: the page has fields already.
  await breathe()
  await preloadView(loginView)
  await breathe()
  startTransition(render)
}

// Not awaited here: the language's own file imports parts of this one, and would wait for its end.
const root = document.getElementById('root')
if (root) start(root).catch(reportError)
