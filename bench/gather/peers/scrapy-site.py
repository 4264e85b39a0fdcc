"""Gathers a site with Scrapy as its users do: follow every link on the host, keep what was read."""

import sys

import scrapy
from scrapy.crawler import CrawlerProcess


class Site(scrapy.Spider):
    name = "site"

    def parse(self, response):
        yield {
            "url": response.url,
            "title": response.css("title::text").get(),
            "html": response.text,
        }
        yield from response.follow_all(css="a", callback=self.parse)


url, out, workers = sys.argv[1], sys.argv[2], int(sys.argv[3])
process = CrawlerProcess(
    {
        "LOG_LEVEL": "ERROR",
        "ROBOTSTXT_OBEY": True,
        "CONCURRENT_REQUESTS": workers,
        "CONCURRENT_REQUESTS_PER_DOMAIN": workers,
        "DOWNLOAD_DELAY": 0,
        "AUTOTHROTTLE_ENABLED": False,
        "TELNETCONSOLE_ENABLED": False,
        "FEEDS": {out: {"format": "jsonlines"}},
    }
)
process.crawl(Site, start_urls=[url])
process.start()
