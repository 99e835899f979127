import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { shopConfig } from '../../api/config';
import type { Pattern } from '../../api/types';
import { trustedJson } from '../../lib/trusted-script-url';
import { PageHead } from '../../ui/texts/page-head';

const maxDescriptionLength = 155;

/** The title, the description, the Open Graph tags, and the product data for search engines. */
export function PatternHead({ pattern }: { pattern: Pattern }) {
  const { t } = useTranslation();
  const by = t('pattern:by', { name: pattern.designer_name });
  return (
    <>
      <PageHead
        title={`${pattern.title} ${by}`}
        description={metaDescription(pattern.description)}
        image={pattern.preview_images[0]}
        path={`/patterns/${pattern.id}`}
      />
      <meta property="og:type" content="product" />
      <ProductData pattern={pattern} />
    </>
  );
}

/** The product data. React would create the script element with innerHTML, which Trusted Types forbid. */
function ProductData({ pattern }: { pattern: Pattern }) {
  const data = productData(pattern);
  useEffect(() => {
    const script = document.createElement('script');
    script.type = 'application/ld+json';
    script.text = trustedJson(data);
    document.head.append(script);
    return () => script.remove();
  }, [data]);
  return null;
}

function metaDescription(text: string): string {
  return text.length <= maxDescriptionLength
    ? text
    : // If the cut is inside a surrogate pair, the first half is removed too.
      `${text.slice(0, maxDescriptionLength - 3).replace(/[\uD800-\uDBFF]$/, '')}...`;
}

function productData(pattern: Pattern): string {
  const origin = shopConfig().publicUrl || window.location.origin;
  const product = {
    '@context': 'https://schema.org',
    '@type': 'Product',
    name: pattern.title,
    description: pattern.description,
    image: pattern.preview_images.map((image) => new URL(image, origin).href),
    category: pattern.category,
    brand: { '@type': 'Brand', name: pattern.designer_name },
    offers: {
      '@type': 'Offer',
      price: (pattern.price / 100).toFixed(2),
      priceCurrency: pattern.currency,
      availability: 'https://schema.org/InStock',
      url: new URL(`/patterns/${pattern.id}`, origin).href,
    },
  };
  // A `</script>` in a description would end the script element.
  return JSON.stringify(product).replaceAll('<', '\\u003c');
}
