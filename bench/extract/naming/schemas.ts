import type { WantedProperty } from '../../../src/extract/naming/index.ts';

/**
 * What is asked for in each vertical: the attributes of the ground truth with their types and a line about
 * each, and nothing that comes from a site.
 */
export const schemas: Readonly<Record<string, readonly WantedProperty[]>> = {
  auto: [
    { name: 'model', description: 'The car: year, make and model, as in the heading of the page' },
    { name: 'price', types: ['price'], description: 'Price of the new car' },
    { name: 'engine', description: 'Size and kind of the engine' },
    { name: 'fuel_economy', description: 'Miles per gallon in the city and on the highway' },
  ],
  book: [
    { name: 'title', description: 'Title of the book' },
    { name: 'author', types: ['person'], description: 'Who wrote it' },
    { name: 'isbn_13', types: ['isbn'], description: 'International standard book number, 13 digits' },
    { name: 'publisher', description: 'Who published it' },
    { name: 'publication_date', types: ['date', 'year'], description: 'When it was published' },
  ],
  camera: [
    { name: 'model', description: 'Name of the camera, as in the heading of the page' },
    { name: 'price', types: ['price'], description: 'Price' },
    { name: 'manufacturer', description: 'Brand of the camera' },
  ],
  job: [
    { name: 'title', description: 'Title of the job' },
    { name: 'company', description: 'Who employs' },
    { name: 'location', types: ['place', 'address'], description: 'Where the work is' },
    { name: 'date_posted', types: ['date'], description: 'When it was posted' },
  ],
};
