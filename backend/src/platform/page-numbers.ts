/** The position of a page in its list. The API documents two sets of names, so each number has two fields. */
export interface PageNumbers {
  page: number;
  limit: number;
  total: number;
  total_pages: number;
  currentPage: number;
  totalPages: number;
  totalItems: number;
  itemsPerPage: number;
}

/** @param total the number of entries of the whole list */
export function pageNumbers(page: number, limit: number, total: number): PageNumbers {
  const pages = Math.ceil(total / limit);
  return {
    page,
    limit,
    total,
    total_pages: pages,
    currentPage: page,
    totalPages: pages,
    totalItems: total,
    itemsPerPage: limit,
  };
}
