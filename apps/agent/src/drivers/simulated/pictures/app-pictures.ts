import type { AppId, AppStates } from '../apps.ts'
import { toView } from '../phone-state.ts'
import { calculatorPicture } from './apps/calculator-picture.ts'
import { clubPicture } from './apps/club-picture.ts'
import { coloursPicture } from './apps/colours-picture.ts'
import { counterPicture } from './apps/counter-picture.ts'
import { galleryPicture } from './apps/gallery-picture.ts'
import { notesPicture } from './apps/notes-picture.ts'
import { settingsPicture } from './apps/settings-picture.ts'
import { stopwatchPicture } from './apps/stopwatch-picture.ts'
import { weatherPicture } from './apps/weather-picture.ts'
import { ink } from './palette.ts'
import type { Pen } from './pen.ts'
import type { AppPicture, Scene } from './scene.ts'

const pictures: { [Id in AppId]: AppPicture<AppStates[Id]> } = {
  counter: counterPicture,
  notes: notesPicture,
  colours: coloursPicture,
  gallery: galleryPicture,
  settings: settingsPicture,
  calculator: calculatorPicture,
  stopwatch: stopwatchPicture,
  weather: weatherPicture,
  club: clubPicture,
}

export function drawApp<Id extends AppId>(pen: Pen, app: Id, scene: Scene): void {
  const picture: AppPicture<AppStates[Id]> = pictures[app]
  picture.draw(pen, scene.state.apps[app], toView(scene.state, app, scene.now), scene)
}

/** Colour of the bars that contrasts with that app. */
export function barsOver<Id extends AppId>(app: Id, { state }: Scene): string {
  const picture: AppPicture<AppStates[Id]> = pictures[app]
  return picture.bars?.(state.apps[app]) ?? ink
}
