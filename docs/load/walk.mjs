export { walkJourney } from '@one-planet/admissions/artillery';
