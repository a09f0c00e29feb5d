import type { AppLogic } from './app-logic.ts'
import { type CalculatorState, calculator } from './apps/calculator.ts'
import { type ClubState, club } from './apps/club.ts'
import { type ColoursState, colours } from './apps/colours.ts'
import { type CounterState, counter } from './apps/counter.ts'
import { type GalleryState, gallery } from './apps/gallery.ts'
import { type NotesState, notes } from './apps/notes.ts'
import { type SettingsState, settings } from './apps/settings.ts'
import { type StopwatchState, stopwatch } from './apps/stopwatch.ts'
import { type WeatherState, weather } from './apps/weather.ts'

export interface AppStates {
  counter: CounterState
  notes: NotesState
  colours: ColoursState
  gallery: GalleryState
  settings: SettingsState
  calculator: CalculatorState
  stopwatch: StopwatchState
  weather: WeatherState
  club: ClubState
}
export type AppId = keyof AppStates

export const apps: { [Id in AppId]: AppLogic<AppStates[Id]> } = {
  counter,
  notes,
  colours,
  gallery,
  settings,
  calculator,
  stopwatch,
  weather,
  club,
}

/** In the order of the home screen. */
export const gridApps: readonly AppId[] = ['counter', 'colours', 'calculator', 'stopwatch', 'club']
export const dockApps: readonly AppId[] = ['notes', 'gallery', 'weather', 'settings']

export const initialApps: AppStates = {
  counter: counter.initial,
  notes: notes.initial,
  colours: colours.initial,
  gallery: gallery.initial,
  settings: settings.initial,
  calculator: calculator.initial,
  stopwatch: stopwatch.initial,
  weather: weather.initial,
  club: club.initial,
}
