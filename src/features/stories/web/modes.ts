import { createContext, use } from 'react';
import type { ModeModels } from '../model/mode-model.ts';
import type { ModeFaces } from './mode-face.ts';

/** What pages know about the writing modes. */
export interface WebModes {
  readonly models: ModeModels;
  readonly faces: ModeFaces;
}

const ModesContext = createContext<WebModes | null>(null);
export const ModesProvider = ModesContext.Provider;

function useWebModes(): WebModes {
  const modes = use(ModesContext);
  if (!modes) throw new Error('There is no ModesProvider around this component');
  return modes;
}

/** Returns what each writing mode says about itself. */
export function useModes(): ModeModels {
  return useWebModes().models;
}

/** Returns what each writing mode shows in the pages of other features. */
export function useModeFaces(): ModeFaces {
  return useWebModes().faces;
}
